import type { Answer } from './answer.ts';
import type { Slot } from './call.ts';

/** An answer that is there, or the reason why there is none (yet). */
export type SlotState = Answer | { readonly kind: 'failed'; readonly detail: string } | { readonly kind: 'not-asked' };

/** The answers of one item so far. */
export interface Answers {
  get(slot: Slot, part: string, sample: number): SlotState;
}
