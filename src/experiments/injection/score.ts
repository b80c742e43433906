import type { BinaryOutcome, Observed, UnchangedExecution } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import type { ItemContext } from '../experiment.ts';
import { absent, sampleNumbers } from '../kit/observe.ts';
import { probabilityOutcome } from '../kit/predict-and-execute.ts';
import { correctness, shownSolution } from '../kit/solve-question.ts';
import type { InjectionItem } from './items.ts';
import { ownWords } from './own-words.ts';

type Scored = Pick<ItemContext<InjectionItem>, 'item' | 'samples' | 'condition'>;

/**
 * Returns one outcome per question; `true` means that the answer with the insertion is right. Each execution is paired
 * with the same answer interrupted without an insertion.
 */
export function score(context: Scored, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const { samples } = context;
  const numbers = sampleNumbers(samples);
  const executions = numbers.map((sample) => solved('inserted', sample, { context, answers, reader }));
  const unchanged = numbers.map((sample): UnchangedExecution => {
    const [inserted, interrupted] = [answers.get('inserted', '', sample), answers.get('interrupted', '', sample)];
    return {
      value: solved('interrupted', sample, { context, answers, reader }),
      extraTokens: difference(outputOf(inserted), outputOf(interrupted)),
    };
  });
  return [{ ...probabilityOutcome(answers, reader, executions), unchanged }];
}

/** Returns whether an answer is right; where it was not asked for, why the uninterrupted answer cannot be continued. */
function solved(
  slot: 'inserted' | 'interrupted',
  sample: number,
  { context, answers, reader }: { readonly context: Scored; readonly answers: Answers; readonly reader: Reader },
): Observed<boolean> {
  const base = answers.get('base', '', sample);
  if (base.kind === 'truncated' || base.kind === 'filtered') return absent('base', base.kind, base.finishReason ?? '');
  if (base.kind === 'failed') return absent('base', 'failed', base.detail);
  return correctness(context.item, readable(answers.get(slot, '', sample), context), { slot, reader });
}

/** Returns an answer without what must not be read as the model's choice. */
function readable(answer: SlotState, { condition }: Pick<Scored, 'condition'>): SlotState {
  return answer.kind === 'answered' ? ownWords(answer, condition) : answer;
}

function outputOf(answer: SlotState): number | null {
  return answer.kind === 'answered' || answer.kind === 'truncated' ? answer.usage.output : null;
}

function difference(first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : first - second;
}

/** Returns the first answer with the insertion and whether it is right, which the question asks; null while it is missing. */
export function showAnswer({ item, condition }: Scored, answers: Answers): string | null {
  const answer = answers.get('inserted', '', 0);
  return shownSolution(item, answer, { slot: 'inserted', readable: readable(answer, { condition }) });
}
