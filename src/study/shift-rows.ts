import type { ShiftRow } from '../introspection/rows.ts';
import { modalValue, predictedValues, truthOf } from '../measures/categorical/categorical-truth.ts';
import { groupOf } from '../train/rows/row.ts';
import type { StudyArm } from './arms.ts';
import { halvesOf, type Observation } from './prediction-rows.ts';

/** Arms with their models, and what the self-trained and shifted models executed and predicted. */
export interface ShiftInput {
  readonly arms: readonly StudyArm[];
  readonly models: ReadonlyMap<string, string>;
  readonly executions: readonly Observation[];
  readonly predictions: readonly Observation[];
}

/**
 * Joins executions and predictions of each self-trained model with those of the same model after it was trained further: one
 * row for each item and property that the self-trained model executed.
 */
export function shiftRows({ arms, models, executions, predictions }: ShiftInput): readonly ShiftRow[] {
  const executed = byModelAndUnit(executions);
  const predicted = byModelAndUnit(predictions);
  const value = (found: Observation | undefined, of: (outcome: Observation['outcome']) => string | null) =>
    found === undefined ? null : of(found.outcome);
  return arms.flatMap((shifted) => {
    const self = arms.find(({ arm, base, size }) => arm === 'self' && base === shifted.base && size === null);
    if (shifted.arm !== 'shifted' || self === undefined) return [];
    const [before, after] = [models.get(self.name) ?? '', models.get(shifted.name) ?? ''];
    return executions
      .filter(({ model }) => model === before)
      .map(({ unit, cluster, outcome }): ShiftRow => {
        const now = executed.get(key(after, unit));
        const halves = halvesOf(outcome);
        return {
          target: shifted.base,
          property: outcome.unit,
          group: groupOf({ task: outcome.group, property: outcome.unit }),
          cluster,
          binary: outcome.values === 'binary',
          before: halves === null ? truthValue(outcome) : halves.first,
          beforeAgain: halves?.second ?? null,
          after: value(now, (shown) => (halves === null ? truthValue(shown) : (halvesOf(shown)?.first ?? null))),
          shifted: value(predicted.get(key(after, unit)), prediction),
          unshifted: value(predicted.get(key(before, unit)), prediction),
        };
      });
  });
}

/** The targets' executions before training, beside what `ShiftInput` has. */
export interface CouplingInput extends ShiftInput {
  readonly targetExecutions: readonly Observation[];
}

/**
 * Joins what each self-trained model was taught (the target's value before training) with what the trained model itself
 * executes and predicts now.
 */
export function couplingRows({
  arms,
  models,
  executions,
  predictions,
  targetExecutions,
}: CouplingInput): readonly ShiftRow[] {
  const executed = byModelAndUnit(executions);
  const predicted = byModelAndUnit(predictions);
  return arms.flatMap(({ name, arm, base, target, size }) => {
    const model = models.get(name) ?? '';
    if (arm !== 'self' || size !== null) return [];
    return targetExecutions
      .filter((each) => each.model === target)
      .flatMap(({ unit, cluster, outcome }): readonly ShiftRow[] => {
        const now = executed.get(key(model, unit));
        const said = predicted.get(key(model, unit));
        const untrained = predicted.get(key(base, unit));
        if (now === undefined) return [];
        return [
          {
            target: base,
            property: outcome.unit,
            group: groupOf({ task: outcome.group, property: outcome.unit }),
            cluster,
            binary: outcome.values === 'binary',
            before: truthValue(outcome),
            beforeAgain: null,
            after: truthValue(now.outcome),
            shifted: said === undefined ? null : prediction(said.outcome),
            unshifted: untrained === undefined ? null : prediction(untrained.outcome),
          },
        ];
      });
  });
}

function truthValue(outcome: Observation['outcome']): string | null {
  const found = truthOf(outcome);
  return found.kind === 'known' ? found.value : null;
}

function prediction(outcome: Observation['outcome']): string | null {
  const values = predictedValues(outcome);
  const said = modalValue(values);
  return said.kind === 'known' ? said.value : (values[0] ?? null);
}

function byModelAndUnit(observations: readonly Observation[]): ReadonlyMap<string, Observation> {
  return new Map(observations.map((each) => [key(each.model, each.unit), each]));
}

function key(model: string, unit: string): string {
  return JSON.stringify([model, unit]);
}
