import type { Measure } from '../../domain/measure.ts';
import type { Observed, Outcome } from '../../domain/outcome.ts';
import type { SlotKinds } from '../../domain/slot.ts';
import { failRate } from '../../measures/authored/authored-measures.ts';
import { accuracy } from '../../measures/binary/binary-measures.ts';
import { accuracyMicro } from '../../measures/categorical/categorical-measures.ts';
import { missingReason } from '../../measures/missing-reason.ts';
import { orderAccuracy } from '../../measures/ranking/ranking-measures.ts';
import { predictionTally } from '../../measures/ranking/ranking-tally.ts';
import { tallyOf } from '../../measures/tally.ts';
import { editSimilarity } from '../../measures/text/text-measures.ts';
import { totalsOf } from '../../stats/resampling/resample.ts';
import { assertNever } from '../../util/types.ts';
import type { InspectScore, UnitFacts } from './json-types.ts';

/** The measure of a sample's value, by the kind of its outcomes. */
const sampleMeasures: Readonly<Record<Outcome['kind'], Measure>> = {
  binary: accuracy,
  ranking: orderAccuracy,
  text: editSimilarity,
  authored: failRate,
  categorical: accuracyMicro,
};

/** Returns the number of executions of an outcome, which are the epochs of its sample. */
export function epochsOf(outcome: Outcome): number {
  return outcome.kind === 'authored' ? outcome.attempts.length : outcome.executions.length;
}

/** Returns the outcome with only its k-th execution (from 0). */
function atEpoch(outcome: Outcome, k: number): Outcome {
  if (k === 0 && epochsOf(outcome) === 1) return outcome;
  if (outcome.kind === 'authored') return { ...outcome, attempts: outcome.attempts.slice(k, k + 1) };
  if (outcome.kind === 'ranking') return { ...outcome, executions: outcome.executions.slice(k, k + 1) };
  if (outcome.kind === 'text') return { ...outcome, executions: outcome.executions.slice(k, k + 1) };
  if (outcome.kind === 'categorical') return { ...outcome, executions: outcome.executions.slice(k, k + 1) };
  return { ...outcome, executions: outcome.executions.slice(k, k + 1) };
}

/** Returns the score of one item at its k-th epoch (from 0): the headline of its units, each with prediction and outcome. */
export function sampleScore(outcomes: readonly Outcome[], k: number, slots: SlotKinds): InspectScore {
  const single = outcomes.map((outcome) => atEpoch(outcome, k));
  const value = headlineOf(single);
  const lost = single.map((outcome) => missingReason(outcome, slots)).filter((loss) => loss !== null);
  const units = single.map(unitFacts);
  return {
    value: value ?? Number.NaN,
    answer: listed(units, ({ predicted }) => predicted),
    metadata: {
      ...(value === null ? { unscored_reason: lost[0] ?? 'nothing to score' } : {}),
      ...(lost.length === 0 ? {} : { lost }),
      units,
    },
  };
}

function headlineOf(outcomes: readonly Outcome[]): number | null {
  const [first] = outcomes;
  if (first === undefined) return null;
  const tallies = outcomes.map((each) => (each.kind === 'ranking' ? predictionTally(each) : tallyOf(each, 'parsed')));
  return sampleMeasures[first.kind].value(tallies.length === 1 ? (tallies[0] ?? []) : totalsOf(tallies));
}

function unitFacts(outcome: Outcome): UnitFacts {
  switch (outcome.kind) {
    case 'binary': {
      const { unit, probability } = outcome;
      const facts = { unit, predicted: valueOrReason(outcome.forecast), actual: valueOrReason(outcome.executions[0]) };
      return probability === null ? facts : { ...facts, probability };
    }
    case 'ranking': {
      const actual = (outcome.executions[0] ?? []).map(({ correct, tokens }, index) => ({
        unit: outcome.units[index] ?? '',
        correct: valueOrReason(correct),
        tokens: tokens ?? 'not counted',
      }));
      return { unit: '', predicted: valueOrReason(outcome.forecast), actual };
    }
    case 'text':
      return { unit: '', predicted: valueOrReason(outcome.forecast), actual: valueOrReason(outcome.executions[0]) };
    case 'authored': {
      const { authored } = outcome;
      const key = authored.kind === 'present' ? authored.value.key : reasonOf(authored);
      return { unit: '', predicted: `not ${key}`, actual: valueOrReason(outcome.attempts[0]) };
    }
    case 'categorical': {
      const { unit, predictions, executions } = outcome;
      return { unit, predicted: valueOrReason(predictions[0]), actual: valueOrReason(executions[0]) };
    }
    default:
      return assertNever(outcome);
  }
}

function valueOrReason(part: Observed<unknown> | undefined): unknown {
  if (part === undefined) return 'n/a (not-asked)';
  return part.kind === 'present' ? part.value : reasonOf(part);
}

function reasonOf({ slot, reason }: Extract<Observed<unknown>, { kind: 'absent' }>): string {
  return `n/a (${slot}: ${reason})`;
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
