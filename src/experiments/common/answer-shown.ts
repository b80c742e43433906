import type { Call, Message } from '../../domain/call.ts';
import type { Slot, SlotState } from '../../domain/slot.ts';
import type { SimulatedSubject } from '../experiment.ts';
import { inLanguage, quote, quotedText, withNotice } from './messages.ts';
import notices from './notices.json' with { type: 'json' };

/** Name of the slot of the control `answer-shown`. */
export const shownSlot = 'shown';

/** Returns the declaration of the slot of the control, with the limit of the prediction that it repeats. */
export function shownSlots({ maxOutputTokens }: { readonly maxOutputTokens: number }): { readonly shown: Slot } {
  return { shown: { kind: 'control', maxOutputTokens } };
}

const mark = 'your answer';

/**
 * Returns the messages of a prediction with an answer above the question. The question keeps its wording. The notice is in
 * English for languages that are not shipped.
 */
export function withAnswerShown(messages: readonly Message[], answer: string, language: string): readonly Message[] {
  return withNotice(messages, `${inLanguage(notices.answerShown, language)}\n${quote(mark, answer)}`);
}

/** Returns the text of a complete answer; null where it is missing or cut off. */
export function completeText(answer: SlotState): string | null {
  return answer.kind === 'answered' && answer.text.trim() !== '' ? answer.text : null;
}

/** Returns the answer that a simulated subject sees above a question; null in a prediction. */
export function seenAnswer({ slot, messages }: Pick<Call, 'slot' | 'messages'>): string | null {
  if (slot !== shownSlot) return null;
  return quotedText(mark, messages.findLast(({ role }) => role === 'user')?.content ?? '');
}

/** Returns whether a simulated subject understands a question; draws a number only if it may fail. */
export function understands({ comprehension, random }: SimulatedSubject): boolean {
  return comprehension >= 1 || random() < comprehension;
}
