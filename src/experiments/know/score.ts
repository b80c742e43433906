import type { BinaryOutcome, Observed } from '../../domain/outcome.ts';
import { letters } from '../../domain/question.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import type { ItemContext } from '../experiment.ts';
import { completeText } from '../kit/answer-shown.ts';
import { readChoice, readRecordedChoice } from '../kit/choice.ts';
import { observe, sampleNumbers } from '../kit/observe.ts';
import { probabilityOutcome } from '../kit/predict-and-execute.ts';
import type { KnowItem } from './items.ts';

/**
 * Returns one outcome per question; `true` means that the question is answered correctly. A probability of one half or
 * more counts as the prediction "correctly".
 */
export function score(context: ItemContext<KnowItem>, answers: Answers, reader: Reader): readonly BinaryOutcome[] {
  const { item, samples } = context;
  const executions = sampleNumbers(samples).map((sample) =>
    correctness(item, answers.get('execute', '', sample), reader),
  );
  return [probabilityOutcome(answers, reader, executions)];
}

/** Returns whether an answer to the question is right. */
function correctness(item: KnowItem, answer: SlotState, reader: Reader): Observed<boolean> {
  const choice = observe(answer, {
    slot: 'execute',
    reader,
    own: (text) => readChoice(text, 'answer', letters, item.options),
    recorded: (extracted) => readRecordedChoice(extracted, letters),
  });
  return choice.kind === 'present' ? { ...choice, value: choice.value === item.key } : choice;
}

/** Returns the first answer and whether it is right, which the question asks; null while it is missing. */
export function showAnswer({ item }: Pick<ItemContext<KnowItem>, 'item'>, answers: Answers): string | null {
  const answer = answers.get('execute', '', 0);
  const text = completeText(answer);
  if (text === null) return null;
  const correct = correctness(item, answer, 'own');
  return correct.kind === 'present' ? `${text}\n${correct.value ? rightNote : wrongNote}` : null;
}

/** What is printed below an answer that is shown. */
export const rightNote = 'This answer was correct.';
const wrongNote = 'This answer was not correct.';
