import type { ReadingStep } from './reading.ts';
import type { SlotId } from './slot.ts';

const absenceReasons = ['declined', 'truncated', 'unparsed', 'filtered', 'failed', 'not-asked', 'uncounted'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

/** A value that was read, or the reason why it is missing. */
export type Observed<T> =
  | { readonly kind: 'present'; readonly value: T; readonly step: ReadingStep }
  | { readonly kind: 'absent'; readonly slot: SlotId; readonly reason: AbsenceReason; readonly detail: string };

/** Returns whether a value was read. */
export function isPresent<T>(part: Observed<T>): part is Extract<Observed<T>, { readonly kind: 'present' }> {
  return part.kind === 'present';
}

/** Returns the values that are present. */
export function presentOf<T>(parts: readonly Observed<T>[]): readonly T[] {
  const values: T[] = [];
  for (const part of parts) if (part.kind === 'present') values.push(part.value);
  return values;
}

/** State of one outcome unit: whether the majority of its executions matches the prediction; `graded` where there is none to match. */
export const unitStates = ['right', 'wrong', 'mixed', 'missing', 'graded'] as const;
export type UnitState = (typeof unitStates)[number];
