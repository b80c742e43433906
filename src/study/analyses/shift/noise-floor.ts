import type { Quantity } from '../../../results/quantity.ts';
import { estimateAll, missingEstimate } from '../../../stats/jackknife.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { ShiftRow } from '../rows.ts';

/** Share of changed values, and share that differs between two sets of executions of one model. Macro over groups. */
export interface ChangedShare {
  readonly changed: Quantity;
  readonly noise: Quantity;
  /** Changed minus noise, on the rows that have both. */
  readonly beyondNoise: Quantity;
}

/** Compares the share of changed values with the noise floor. */
export function changedShare(rows: readonly ShiftRow[]): ChangedShare {
  const pairs = rows.filter(({ before, after }) => before !== null && after !== null);
  const repeated = pairs.filter(({ beforeAgain }) => beforeAgain !== null);
  const changes = ({ before, after }: ShiftRow) => Number(before !== after);
  const repeats = ({ before, beforeAgain }: ShiftRow) => Number(before !== beforeAgain);
  const table = tableOf(pairs, [changes]);
  const [changed] = estimateAll(table, (totals) => [table.macro(totals, 0, 0)]) as readonly [Quantity];
  if (repeated.length === 0) {
    const missing = missingEstimate('no second set of executions before the shift');
    return { changed, noise: missing, beyondNoise: missing };
  }
  const both = tableOf(repeated, [changes, repeats]);
  const [noise, beyondNoise] = estimateAll(both, (totals) => [
    both.macro(totals, 0, 1),
    both.overGroups((group) => {
      const [change, repeat] = [0, 1].map((score) => both.rate(totals, { part: 0, score, group }));
      return change == null || repeat == null ? null : change - repeat;
    }),
  ]) as readonly [Quantity, Quantity];
  return { changed, noise, beyondNoise };
}

function tableOf(rows: readonly ShiftRow[], scores: readonly ((row: ShiftRow) => number)[]): RateTable {
  return new RateTable([tablePart(rows, scores)], [...new Set(rows.map(({ group }) => group))].sort());
}
