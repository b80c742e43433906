import type { NumericOutcome, Observed } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { credibleUsage } from '../../domain/usage.ts';
import { absent, observe, sampleNumbers } from '../common/observe.ts';
import { observePrediction } from '../common/predict-and-execute.ts';
import type { ItemContext } from '../experiment.ts';
import type { CostItem } from './items.ts';
import { readTokens } from './read.ts';

/** Returns one outcome per request: the predicted tokens, and the completion tokens of each execution. */
export function outcomes(
  { samples }: ItemContext<CostItem>,
  answers: Answers,
  reader: Reader,
): readonly NumericOutcome[] {
  return [
    {
      kind: 'numeric',
      unit: 'tokens',
      prediction: observePrediction(answers, reader, readTokens),
      executions: sampleNumbers(samples).map((sample) => tokensOf(answers.get('execute', '', sample))),
      rule: null, // the pass over all items adds it
    },
  ];
}

/** Returns the completion tokens of a complete answer, at least 1; a cut answer would have been longer, so it is missing. */
function tokensOf(answer: SlotState): Observed<number> {
  if (answer.kind !== 'answered') {
    const noReading = () => ({ kind: 'unparsed', reason: 'no answer' }) as const;
    return observe(answer, { slot: 'execute', reader: 'own', own: noReading, recorded: noReading });
  }
  const { output } = credibleUsage(answer.usage, answer);
  if (output === null) return absent('execute', 'uncounted', 'the server counted no tokens');
  return { kind: 'present', value: Math.max(1, output), step: 'strict' };
}
