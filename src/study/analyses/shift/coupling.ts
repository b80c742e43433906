import type { Quantity } from '../../../results/quantity.ts';
import { estimateAll } from '../../../stats/jackknife.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { ShiftRow } from '../rows.ts';
import { changedRows } from './changed-rows.ts';

/** Whether a self-trained model's predictions match its labels or its current behavior, where the two differ. */
interface Coupling {
  readonly target: string;
  readonly n: number;
  /** Share equal to the label, which is the behavior before training. */
  readonly label: Quantity;
  /** Share equal to the current behavior, after training. */
  readonly current: Quantity;
  /** Current minus label: above 0, predictions follow the model's current behavior. */
  readonly difference: Quantity;
}

/**
 * Measures introspective coupling (arXiv 2606.32038): `before` is the value that training taught, `after` the value of
 * the trained model's own executions, `shifted` its prediction. Micro averages over the rows where the two differ.
 */
export function couplings(rows: readonly ShiftRow[]): readonly Coupling[] {
  return [...Map.groupBy(rows, ({ target }) => target)].map(([target, own]) => {
    const changed = changedRows(own).map((row) => ({ ...row, group: 'all' }));
    const table = new RateTable(
      [
        tablePart(changed, [
          ({ shifted, before }) => Number(shifted === before),
          ({ shifted, after }) => Number(shifted === after),
        ]),
      ],
      ['all'],
    );
    const [label, current, difference] = estimateAll(table, (totals) => {
      const [old, now] = [0, 1].map((score) => table.macro(totals, 0, score));
      return [old ?? null, now ?? null, old == null || now == null ? null : now - old];
    }) as readonly [Quantity, Quantity, Quantity];
    return { target, n: changed.length, label, current, difference };
  });
}
