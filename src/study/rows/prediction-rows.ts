import { type CategoricalOutcome, isPresent } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { executedValues, modalValue, predictedValues, truthOf } from '../../measures/categorical.ts';
import { runOutcomes } from '../../run/stored-run.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { groupOf } from '../../train/rows/row.ts';
import { heldOutLevel, type TrainedPair } from '../../train/rows/split.ts';
import { type CalibrationSamples, learnedValues, type PredictionRow } from '../analyses/rows.ts';
import { isMain, type StudyArm } from '../design/arms.ts';

/** One property of one item, executed or predicted by one model. */
export interface Observation {
  readonly model: string;
  /** Item and property. */
  readonly unit: string;
  readonly cluster: string;
  readonly wording: string;
  readonly outcome: CategoricalOutcome;
}

/** Reads every outcome of a run of a study from the stored answers. */
export async function observationsOf(store: Store, run: RunRecord): Promise<readonly Observation[]> {
  const observed: Observation[] = [];
  for await (const { model, item, cluster, condition, outcome } of runOutcomes(store, run, experimentRegistry())) {
    if (outcome.kind !== 'categorical') continue;
    const unit = JSON.stringify([item, outcome.unit]);
    observed.push({ model, unit, cluster, wording: condition.split(', ')[0] ?? condition, outcome });
  }
  return observed;
}

/** Arms and observations of a study, to be joined. */
export interface StudyObservations {
  readonly arms: readonly StudyArm[];
  /** The model of each arm, by the arm's name. */
  readonly models: ReadonlyMap<string, string>;
  /** Executions of the targets, and predictions of all models, on the test items. */
  readonly executions: readonly Observation[];
  readonly predictions: readonly Observation[];
  readonly trained: readonly TrainedPair[];
}

/** Joins every prediction with the truth of every target: one row for each predictor, target, item and property. */
export function predictionRows({
  arms,
  models,
  executions,
  predictions,
  trained,
}: StudyObservations): readonly PredictionRow[] {
  const truths = Map.groupBy(executions, ({ unit }) => unit);
  const byModel = Map.groupBy(predictions, ({ model }) => model);
  return arms.flatMap((arm) =>
    (byModel.get(models.get(arm.name) ?? '') ?? []).flatMap((predicted) =>
      (truths.get(predicted.unit) ?? []).map((executed) => rowOf(arm, { predicted, executed }, trained)),
    ),
  );
}

interface Joined {
  readonly predicted: Observation;
  readonly executed: Observation;
}

function rowOf(arm: StudyArm, { predicted, executed }: Joined, trained: readonly TrainedPair[]): PredictionRow {
  const { group: task, unit: property, shallow, echo, values } = executed.outcome;
  const found = truthOf(executed.outcome);
  const truth = found.kind === 'known' ? found.value : null;
  const said = modalValue(predictedValues(predicted.outcome));
  const prediction = said.kind === 'known' ? said.value : firstPrediction(predicted.outcome);
  const halves = halvesOf(executed.outcome);
  return {
    predictor: arm.name,
    base: arm.base,
    arm: arm.arm,
    trainedOn: arm.target,
    target: executed.model,
    task,
    property,
    group: groupOf({ task, property }),
    cluster: executed.cluster,
    truth,
    ...(halves === null ? {} : { halves }),
    prediction,
    right: truth === null || prediction === null ? null : prediction === truth,
    shallow,
    ...(values === 'open' ? {} : { fixedValues: values }),
    split: heldOutLevel({ task, property }, trained),
    wording: predicted.wording,
    echo,
    ...(arm.size === null ? {} : { size: arm.size }),
    ...(arm.training === undefined ? {} : { trainingSeed: arm.training.seed }),
  };
}

/**
 * Converts the targets' executions of training items into rows without a prediction: the labels for rules that are
 * fitted to training data (most frequent label, item-only).
 */
export function trainingRows(executions: readonly Observation[]): readonly PredictionRow[] {
  return executions.map((executed) => ({
    ...rowOf(
      { name: executed.model, base: executed.model, arm: 'untrained', target: null, size: null, model: executed.model },
      { predicted: executed, executed },
      [],
    ),
    split: 'train',
    prediction: null,
    right: null,
  }));
}

/** Joins predictions about training items with the labels that each model was trained on: the in-sample fit. */
export function fitRows(
  arms: readonly StudyArm[],
  {
    predictions,
    executions,
  }: { readonly predictions: readonly Observation[]; readonly executions: readonly Observation[] },
): readonly PredictionRow[] {
  const labels = new Map(executions.map((each) => [JSON.stringify([each.model, each.unit]), each]));
  const byModel = Map.groupBy(predictions, ({ model }) => model);
  return arms.flatMap((arm) =>
    (learnedValues(arm.arm) && isMain(arm) ? (byModel.get(arm.model ?? '') ?? []) : []).flatMap((predicted) => {
      const executed = labels.get(JSON.stringify([arm.target, predicted.unit]));
      return executed === undefined ? [] : [{ ...rowOf(arm, { predicted, executed }, []), split: 'train' as const }];
    }),
  );
}

/** Joins the base models' answers about shown replies with the true properties. */
export function readOffRows(
  predictions: readonly Observation[],
  truths: ReadonlyMap<string, string>,
): readonly PredictionRow[] {
  return predictions.map((predicted) => {
    const { model } = predicted;
    const arm: StudyArm = { name: model, base: model, arm: 'read-off', target: null, size: null, model };
    const truth = truths.get(predicted.unit) ?? null;
    const row = rowOf(arm, { predicted, executed: predicted }, []);
    return { ...row, truth, right: truth === null || row.prediction === null ? null : row.prediction === truth };
  });
}

/** Returns the most frequent sampled prediction; the first one if all differ. */
function firstPrediction(outcome: CategoricalOutcome): string | null {
  return predictedValues(outcome)[0] ?? null;
}

/** Returns the values over the first and the second half of the executions; null with fewer than two. */
export function halvesOf({ executions }: CategoricalOutcome): NonNullable<PredictionRow['halves']> | null {
  if (executions.length < 2) return null;
  const half = Math.floor(executions.length / 2);
  const modal = (part: CategoricalOutcome['executions']) => {
    const found = modalValue(part.filter(isPresent).map(({ value }) => value));
    return found.kind === 'known' ? found.value : null;
  };
  const [first, second] = [modal(executions.slice(0, half)), modal(executions.slice(half))];
  const chosen = executions.slice(0, half).filter(isPresent);
  const agreement = half < 2 ? null : chosen.filter(({ value }) => value === first).length / half;
  return { first, second, agreement };
}

/** Returns sampled predictions with the sampled executions of the predictor's target. */
export function calibrationSamples({
  arms,
  models,
  executions,
  predictions,
}: StudyObservations): readonly CalibrationSamples[] {
  const truths = new Map(executions.map((each) => [JSON.stringify([each.model, each.unit]), each]));
  const byModel = Map.groupBy(predictions, ({ model }) => model);
  return arms.flatMap((arm) =>
    (byModel.get(models.get(arm.name) ?? '') ?? []).flatMap((predicted) => {
      const target = arm.target ?? arm.base;
      const executed = truths.get(JSON.stringify([target, predicted.unit]));
      if (executed === undefined || !isMain(arm)) return [];
      const [predictedNow, executedNow] = [predictedValues(predicted.outcome), executedValues(executed.outcome)];
      if (predictedNow.length < 2 || executedNow.length < 2) return [];
      return [
        {
          predictor: arm.name,
          target,
          group: groupOf({ task: executed.outcome.group, property: executed.outcome.unit }),
          cluster: executed.cluster,
          binary: executed.outcome.values === 'binary',
          predictions: predictedNow,
          executions: executedNow,
        },
      ];
    }),
  );
}
