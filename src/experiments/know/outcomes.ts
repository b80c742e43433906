import { type BinaryOutcome, type Outcome, presentOf } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { sampleNumbers, shareOf } from '../common/observe.ts';
import { probabilityOutcome } from '../common/predict-and-execute.ts';
import { correctness, shownSolution } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import type { KnowItem } from './items.ts';

const slot = 'execute';

/**
 * Returns one outcome per question; `true` means that the question is answered correctly. A probability above
 * one half counts as the prediction "correctly", and one of exactly one half as neither.
 */
export function outcomes(context: ItemContext<KnowItem>, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const { item, samples } = context;
  const executions = sampleNumbers(samples).map((sample) =>
    correctness(item, answers.get(slot, '', sample), { slot, reader }),
  );
  return [probabilityOutcome(answers, reader, executions)];
}

/** Returns the first answer and whether it is right, which the question asks; null while it is missing. */
export function showAnswer({ item }: Pick<ItemContext<KnowItem>, 'item'>, answers: Answers): string | null {
  return shownSolution(item, answers.get(slot, '', 0), { slot });
}

/** Returns the share of the executions that choose the key. */
export function rightShare(outcome: Outcome): number | null | undefined {
  return outcome.kind === 'binary' ? shareOf(presentOf(outcome.executions)) : undefined;
}
