import { runOutcomes } from '../../answers/stored-run.ts';
import type { Condition } from '../../domain/condition.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import {
  type CategoricalOutcome,
  executedValues,
  modalValue,
  predictedValues,
  truthOf,
} from '../../outcome-kinds/categorical.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { groupOf } from '../../train/rows/row.ts';
import type { CalibrationSamples, ModeRows, PredictionRow } from '../analyses/rows.ts';
import { isMain, type StudyArm, shiftedSelf } from '../design/arms.ts';

/** One property of one item, executed or predicted by one model. */
export interface Observation {
  readonly model: string;
  /** Item and property. */
  readonly unit: string;
  readonly cluster: string;
  readonly wording: string;
  readonly outcome: CategoricalOutcome;
  /** The model whose shifted self executed; absent: no shifted self did. */
  readonly shiftedOf?: string;
}

/** Returns executions of targets under the system prompt of the study as those of their shifted selves. */
export function ofShiftedSelves(executions: readonly Observation[]): readonly Observation[] {
  return executions.map((each) => ({ ...each, model: shiftedSelf(each.model), shiftedOf: each.model }));
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
}

/**
 * Joins every prediction with the truth of every target: one row for each predictor, target, item and property. Shifted
 * selves are predicted by the arms that were trained on one, and these predict nothing else.
 */
export function predictionRows({ arms, models, executions, predictions }: StudyObservations): readonly PredictionRow[] {
  const isOfShifted = ({ shiftedOf }: Pick<StudyArm, 'shiftedOf'>) => shiftedOf !== undefined;
  const truths = Map.groupBy(executions, (each) => JSON.stringify([each.unit, isOfShifted(each)]));
  const byModel = Map.groupBy(predictions, ({ model }) => model);
  return arms.flatMap((arm) =>
    (byModel.get(models.get(arm.name) ?? '') ?? []).flatMap((predicted) =>
      (truths.get(JSON.stringify([predicted.unit, isOfShifted(arm)])) ?? []).map((executed) =>
        rowOf(arm, { predicted, executed }),
      ),
    ),
  );
}

interface Joined {
  readonly predicted: Observation;
  readonly executed: Observation;
}

function rowOf(arm: Omit<StudyArm, 'model'>, { predicted, executed }: Joined): PredictionRow {
  const { group: task, unit: property, echo, values } = executed.outcome;
  const found = truthOf(executed.outcome);
  const truth = found.kind === 'known' ? found.value : null;
  const said = modalValue(predictedValues(predicted.outcome));
  const prediction = said.kind === 'known' ? said.value : firstPrediction(predicted.outcome);
  return {
    predictor: arm.name,
    base: arm.base,
    arm: arm.arm,
    trainedOn: arm.target,
    target: executed.model,
    ...(executed.shiftedOf === undefined ? {} : { shiftedOf: executed.shiftedOf }),
    task,
    property,
    group: groupOf({ task, property }),
    cluster: executed.cluster,
    truth,
    prediction,
    right: truth === null || prediction === null ? null : prediction === truth,
    ...(values === 'open' ? {} : { fixedValues: values }),
    split: 'test',
    wording: predicted.wording,
    echo,
    ...(arm.training === undefined ? {} : { training: String(arm.training.seed) }),
  };
}

/**
 * Converts the targets' executions of training items into rows without a prediction: the labels for rules that are
 * fitted to training data (most frequent label, item-only).
 */
export function trainingRows(executions: readonly Observation[]): readonly PredictionRow[] {
  return executions.map((executed) => ({
    ...rowOf(
      { name: executed.model, base: executed.model, arm: 'untrained', target: null },
      { predicted: executed, executed },
    ),
    split: 'train',
    prediction: null,
    right: null,
  }));
}

/** Returns the most frequent sampled prediction; the first one if all differ. */
function firstPrediction(outcome: CategoricalOutcome): string | null {
  return predictedValues(outcome)[0] ?? null;
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
      if (predictedNow.length < 2 || executedNow.length < 3) return [];
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

/**
 * Returns whether an arm predicts in each mode of the study: every training of the arms about models. A shifted model was trained
 * on other behavior, not to predict.
 */
export function isComparedInModes(arm: Pick<StudyArm, 'arm' | 'shiftedOf'>): boolean {
  return arm.arm !== 'shifted' && arm.shiftedOf === undefined;
}

interface ModeObservations extends Omit<StudyObservations, 'predictions'> {
  /** The modes of the study; absent: it compares none. */
  readonly modes: readonly Condition['mode'][] | undefined;
  /** Predictions in each mode, in the order of the modes. */
  readonly predictions: readonly (readonly Observation[])[];
}

/** Joins the predictions of each mode with the same truths; null for a study of one mode. */
export function modeRows({ modes, predictions, ...known }: ModeObservations): ModeRows | null {
  if (modes === undefined) return null;
  const arms = known.arms.filter(isComparedInModes);
  const of = (mode: Condition['mode']) =>
    predictionRows({ ...known, arms, predictions: predictions[modes.indexOf(mode)] ?? [] });
  return { direct: of('direct'), deliberate: of('deliberate') };
}
