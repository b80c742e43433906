import type { SlotKinds } from '../../domain/slot.ts';
import type { UnitFacts } from '../../outcome-kinds/outcome-kind.ts';
import {
  itemScore,
  kindOfOutcome,
  missingReason,
  type Outcome,
  predictsNothing,
} from '../../outcome-kinds/outcome-kinds.ts';
import type { InspectScore } from './json-types.ts';

/** Returns the number of executions of an outcome, which are the epochs of its sample. */
export function epochsOf(outcome: Outcome): number {
  return kindOfOutcome(outcome).executions(outcome);
}

/** Returns the outcome with only its k-th execution (from 0). */
function atEpoch(outcome: Outcome, k: number): Outcome {
  return k === 0 && epochsOf(outcome) === 1 ? outcome : kindOfOutcome(outcome).atExecution(outcome, k);
}

/** Returns the score of one item at its k-th epoch (from 0): the headline of its units, each with prediction and outcome. */
export function sampleScore(outcomes: readonly Outcome[], k: number, slots: SlotKinds): InspectScore {
  const single = outcomes.map((outcome) => atEpoch(outcome, k));
  const isScored = !single.some(predictsNothing);
  const value = isScored ? itemScore(single) : null;
  const lost = single.map((outcome) => missingReason(outcome, slots)).filter((loss) => loss !== null);
  const units = single.map((outcome) => kindOfOutcome(outcome).facts(outcome));
  return {
    value: isScored ? (value ?? Number.NaN) : null,
    answer: listed(units, ({ predicted }) => predicted),
    metadata: {
      ...(value === null ? { unscored_reason: lost[0] ?? 'nothing to score' } : {}),
      ...(lost.length === 0 ? {} : { lost }),
      units,
    },
  };
}

/** Returns the actual outcome, as the sample's target. */
export function targetOf({ metadata }: InspectScore): string {
  return listed(metadata.units, ({ actual }) => actual);
}

function listed(units: readonly UnitFacts[], value: (facts: UnitFacts) => unknown): string {
  return units.map((facts) => (facts.unit === '' ? '' : `${facts.unit}: `) + shown(value(facts))).join('; ');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
