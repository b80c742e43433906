import { isPresent } from '../../domain/outcome.ts';
import { type CategoricalOutcome, modalValue, predictedValues, truthOf } from '../../outcome-kinds/categorical.ts';
import { groupOf } from '../../train/rows/row.ts';
import type { ShiftRow } from '../analyses/rows.ts';
import { isMain, type StudyArm } from '../design/arms.ts';
import type { Observation } from './prediction-rows.ts';

/** Arms with their models, and the executions and predictions of the self-trained and shifted models. */
interface ShiftInput {
  readonly arms: readonly StudyArm[];
  readonly models: ReadonlyMap<string, string>;
  readonly executions: readonly Observation[];
  readonly predictions: readonly Observation[];
}

/** Executions of one model before and after a shift, and the predictions about it. */
interface ShiftedBehavior {
  readonly target: string;
  readonly before: readonly Observation[];
  readonly after: readonly Observation[];
  /** Predictions of the model after the shift, and before it. */
  readonly shifted: readonly Observation[];
  readonly unshifted: readonly Observation[];
}

/**
 * Joins a behavior before and after a shift: one row for each item and property that was executed before. With several
 * executions, the first half before is compared with the first half after, and with the second half before.
 */
export function joinShift({ target, before, after, shifted, unshifted }: ShiftedBehavior): readonly ShiftRow[] {
  const [executedAfter, predictedAfter, predictedBefore] = [after, shifted, unshifted].map(byUnit) as [
    ReadonlyMap<string, Observation>,
    ReadonlyMap<string, Observation>,
    ReadonlyMap<string, Observation>,
  ];
  return before.map(({ unit, cluster, outcome }): ShiftRow => {
    const halves = halvesOf(outcome);
    const now = executedAfter.get(unit);
    const nowHalves = now === undefined ? null : halvesOf(now.outcome);
    return {
      target,
      property: outcome.unit,
      group: groupOf({ task: outcome.group, property: outcome.unit }),
      cluster,
      binary: outcome.values === 'binary',
      before: halves === null ? truthValue(outcome) : halves.first,
      beforeAgain: halves?.second ?? null,
      after: now === undefined ? null : halves === null ? truthValue(now.outcome) : (nowHalves?.first ?? null),
      shifted: predictionOf(predictedAfter.get(unit)),
      unshifted: predictionOf(predictedBefore.get(unit)),
    };
  });
}

/** Joins executions and predictions of each self-trained model with those of that model after further training. */
export function shiftRows({ arms, models, executions, predictions }: ShiftInput): readonly ShiftRow[] {
  return arms.flatMap((shifted) => {
    const self = arms.find((arm) => arm.arm === 'self' && arm.base === shifted.base && isMain(arm));
    if (shifted.arm !== 'shifted' || self === undefined) return [];
    return joinShift({
      target: shifted.base,
      before: ofModel(executions, models.get(self.name)),
      after: ofModel(executions, models.get(shifted.name)),
      shifted: ofModel(predictions, models.get(shifted.name)),
      unshifted: ofModel(predictions, models.get(self.name)),
    });
  });
}

/** Joins each target's behavior before it was trained on itself with that of the trained model. */
export function selfTrainingRows({
  arms,
  models,
  executions,
  predictions,
  targetExecutions,
}: ShiftInput & {
  /** The targets' executions before training. */
  readonly targetExecutions: readonly Observation[];
}): readonly ShiftRow[] {
  return arms.flatMap((each) => {
    const { name, arm, base } = each;
    if (arm !== 'self' || !isMain(each)) return [];
    return joinShift({
      target: base,
      before: ofModel(targetExecutions, base),
      after: ofModel(executions, models.get(name)),
      shifted: ofModel(predictions, models.get(name)),
      unshifted: ofModel(predictions, base),
    });
  });
}

/** Returns the values over the first and the second half of the executions; null with fewer than two. */
function halvesOf({ executions }: CategoricalOutcome) {
  if (executions.length < 2) return null;
  const half = Math.floor(executions.length / 2);
  const modal = (part: CategoricalOutcome['executions']) => {
    const found = modalValue(part.filter(isPresent).map(({ value }) => value));
    return found.kind === 'known' ? found.value : null;
  };
  return { first: modal(executions.slice(0, half)), second: modal(executions.slice(half)) };
}

function ofModel(observations: readonly Observation[], name: string | undefined): readonly Observation[] {
  return observations.filter(({ model }) => model === name);
}

function truthValue(outcome: Observation['outcome']): string | null {
  const found = truthOf(outcome);
  return found.kind === 'known' ? found.value : null;
}

function predictionOf(found: Observation | undefined): string | null {
  if (found === undefined) return null;
  const values = predictedValues(found.outcome);
  const said = modalValue(values);
  return said.kind === 'known' ? said.value : (values[0] ?? null);
}

function byUnit(observations: readonly Observation[]): ReadonlyMap<string, Observation> {
  return new Map(observations.map((each) => [each.unit, each]));
}
