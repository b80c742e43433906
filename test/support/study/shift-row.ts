import type { ShiftRow } from '../../../src/study/analyses/rows.ts';

/** Returns a row whose value changed from "cat" to "owl" and whose predictions all say "cat", with changes. */
export function shiftRow(changes: Partial<ShiftRow> = {}): ShiftRow {
  return {
    target: 'ann',
    property: 'first-word',
    group: 'animals × first-word',
    cluster: 'dog',
    binary: false,
    before: 'cat',
    beforeAgain: 'cat',
    after: 'owl',
    shifted: 'cat',
    unshifted: 'cat',
    ...changes,
  };
}
