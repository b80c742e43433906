import { choiceForm } from '../../domain/answer-form.ts';
import type { Observed } from '../../domain/outcome.ts';
import { letters, type Question, questionLines } from '../../domain/question.ts';
import type { Reader, Reading } from '../../domain/reading.ts';
import type { SlotId, SlotState } from '../../domain/slot.ts';
import { completeText } from './answer-shown.ts';
import { readChoice, readRecordedChoice } from './choice.ts';
import { observe } from './observe.ts';

type Options = Pick<Question, 'options'>;

/** Returns the prompt that asks for the right option of a multiple-choice question. */
export function solvePrompt(item: Options & Pick<Question, 'question'>): string {
  return `${questionLines(item)}\nYou may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.`;
}

/** Form of an answer to `solvePrompt`. */
export const solutionForm = choiceForm('answer', letters);

/** Reads the option that an answer to `solvePrompt` chooses. */
export function readSolution({ options }: Options, text: string): Reading<(typeof letters)[number]> {
  return readChoice(text, { key: 'answer', letters, options });
}

/** Returns whether an answer to `solvePrompt` chooses the right option, or why that is not known. */
export function correctness(
  item: Options & Pick<Question, 'key'>,
  answer: SlotState,
  { slot, reader }: { readonly slot: SlotId; readonly reader: Reader },
): Observed<boolean> {
  const choice = observe(answer, {
    slot,
    reader,
    own: (text) => readSolution(item, text),
    recorded: (extracted) => readRecordedChoice(extracted, letters),
  });
  return choice.kind === 'present' ? { ...choice, value: choice.value === item.key } : choice;
}

/** What the control `answer-shown` prints below an answer. */
export const rightNote = 'This answer was correct.';
const wrongNote = 'This answer was not correct.';

/**
 * Returns an answer and whether it is right, for the control `answer-shown`; null where either is missing. `readable`: the
 * answer in the form in which it is read, if that is another.
 */
export function shownSolution(
  item: Options & Pick<Question, 'key'>,
  answer: SlotState,
  { slot, readable = answer }: { readonly slot: SlotId; readonly readable?: SlotState },
): string | null {
  const text = completeText(answer);
  if (text === null) return null;
  const correct = correctness(item, readable, { slot, reader: 'own' });
  return correct.kind === 'present' ? `${text}\n${correct.value ? rightNote : wrongNote}` : null;
}
