import type { Measure } from '../../domain/measure.ts';
import { accuracyMicro } from '../../measures/categorical/categorical-measures.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { buildClaims, modalOutcomes, modelClaims } from '../compare/binary-claims.ts';
import type { ComparisonMatrix } from '../compare/comparison-types.ts';
import type { CrossPrediction } from '../compare/cross-prediction.ts';
import { distinctResponses, type ModelResponses, type ResponseMatrix } from '../compare/response-matrix.ts';
import { minGroupRows } from './categorical-layout.ts';

/** Accuracy over propositions that are weighted so that every group of task and property counts equally. */
export const accuracyMacro: Measure = { ...accuracyMicro, name: 'accuracy_macro' };

/**
 * Returns the crossing with weights that sum to 1 in every group of at least 20 shared units, and are 0 in smaller
 * groups, so that a weighted mean is the mean of the groups' accuracies. The jackknife keeps these weights.
 */
export function weightedByGroup(crossing: CrossPrediction): CrossPrediction {
  const { field, propositions, shared } = crossing;
  const counts = new Map<string, number>();
  for (const index of shared) {
    const group = field.groupOf[index] ?? '';
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const weight = propositions.weight.map((_, index) => {
    const rows = counts.get(field.groupOf[index] ?? '') ?? 0;
    return rows < minGroupRows ? 0 : 1 / rows;
  });
  return {
    ...crossing,
    propositions: { ...propositions, weight },
    shared: shared.filter((index) => (weight[index] ?? 0) > 0),
  };
}

/** One predictor's prediction of one unit, scored against one target. */
interface CrossPredictionRow {
  readonly predictor: string;
  readonly target: string;
  /** Index of the unit in its response matrix. */
  readonly unit: number;
  /** `task × property`. */
  readonly group: string;
  /** A prediction that could not be read is not right. */
  readonly right: boolean;
}

/**
 * Scores every model's predictions against every model's truth, on the units where the target has a truth. Includes
 * models that only predict and models that only execute. An absent prediction counts as wrong.
 */
export function* crossPredictions(field: ResponseMatrix, condition: string): Generator<CrossPredictionRow> {
  const propositions = buildClaims(field);
  if (field.kind !== 'categorical' || propositions === null) return;
  const models = distinctResponses(field)
    .filter((responses) => responses.condition === condition)
    .map((responses) => ({
      model: responses.model,
      ...modelClaims(field, responses, propositions),
      predicts: predicts(field, responses),
    }));
  for (const predictor of models.filter((each) => each.predicts)) {
    for (const target of models) {
      for (const unit of field.itemOf.keys()) {
        const truth = target.outcome[unit] as number;
        if (Number.isNaN(truth)) continue;
        yield {
          predictor: predictor.model,
          target: target.model,
          unit,
          group: field.groupOf[unit] ?? '',
          right: predictor.prediction[unit] === truth,
        };
      }
    }
  }
}

function predicts(field: ResponseMatrix, { prediction }: ModelResponses): boolean {
  for (const unit of field.itemOf.keys()) if (!Number.isNaN(prediction.at(unit))) return true;
  return false;
}

/**
 * Returns the macro accuracies of all predictors about all targets, if some model only predicts or only executes; null
 * where every model does both and is in the ordinary matrix.
 */
export function oneSidedMatrix(field: ResponseMatrix, condition: string): ComparisonMatrix | null {
  const own = distinctResponses(field).filter((responses) => responses.condition === condition);
  const propositions = buildClaims(field);
  if (field.kind !== 'categorical' || propositions === null || own.length < 2) return null;
  const isExecuted = (responses: ModelResponses) =>
    modelClaims(field, responses, propositions).outcome.some((each) => !Number.isNaN(each));
  if (own.every((responses) => predicts(field, responses) === isExecuted(responses))) return null;
  const models = [...new Set(own.map(({ model }) => model))];
  const rows = [...crossPredictions(field, condition)];
  const pairs = Map.groupBy(rows, ({ predictor, target }) => JSON.stringify([predictor, target]));
  return {
    experiment: field.experiment.name,
    condition,
    measure: accuracyMacro.name,
    form: 'reuse',
    models,
    values: models.map((predictor) =>
      models.map((target) => macroAccuracy(pairs.get(JSON.stringify([predictor, target])) ?? [])),
    ),
    items: new Set(rows.map(({ unit }) => field.itemOf[unit])).size,
    units: new Set(rows.map(({ unit }) => unit)).size,
  };
}

/** Returns the mean accuracy of the groups with at least 20 rows; null without such a group. */
export function macroAccuracy(rows: readonly Pick<CrossPredictionRow, 'group' | 'right'>[]): number | null {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()].filter(({ length }) => length >= minGroupRows);
  const sum = groups.reduce((total, own) => total + own.filter(({ right }) => right).length / own.length, 0);
  return ratio(sum, groups.length);
}

/**
 * Restricts the crossing to units on which the models' truths differ. Units are chosen by the first half of the
 * executions and scored by the second half, because units that are chosen and scored by the same executions regress to
 * the mean. Without a second execution no unit remains.
 */
export function divergentCrossing(crossing: CrossPrediction): CrossPrediction {
  const { claims, shared, propositions } = crossing;
  const length = propositions.unitOf.length;
  const halves = claims.map(({ executions }) => {
    const half = Math.floor(executions.length / 2);
    return {
      chosenBy: modalOutcomes(executions.slice(0, half), length),
      scoredBy: modalOutcomes(executions.slice(half), length),
      executions: executions.slice(half),
    };
  });
  const isDivergent = (position: number) => {
    const truths = halves.map(({ chosenBy }) => chosenBy[position] as number);
    const scored = halves.every(({ scoredBy }) => !Number.isNaN(scoredBy[position]));
    return scored && truths.every((truth) => !Number.isNaN(truth)) && new Set(truths).size > 1;
  };
  return {
    ...crossing,
    claims: claims.map((claim, index) => ({
      ...claim,
      executions: halves[index]?.executions ?? [],
      outcome: halves[index]?.scoredBy ?? claim.outcome,
    })),
    shared: shared.filter(isDivergent),
  };
}
