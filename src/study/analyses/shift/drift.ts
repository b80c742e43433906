import { minGroupRows } from '../../../analyze/categorical/categorical-layout.ts';
import type { Quantity } from '../../../results/quantity.ts';
import { estimateAll } from '../../../stats/jackknife.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { ShiftRow } from '../rows.ts';
import { type ChangedShare, changedShare } from './noise-floor.ts';

/** How far training to predict itself changed a model's behavior, and which behavior its predictions match. */
export interface Drift {
  readonly target: string;
  readonly n: number;
  /** Share of values that changed, and share that differs between two sets of executions of the untrained model. */
  readonly share: ChangedShare;
  /**
   * Accuracy of the self-trained model against its behavior before and after training, macro over groups, on the same
   * rows.
   */
  readonly accuracyBefore: Quantity;
  readonly accuracyAfter: Quantity;
}

/**
 * Compares the behavior of each target before it was trained on itself (`before`) with that of the trained model
 * (`after`), on groups with 20 rows or more.
 */
export function drifts(rows: readonly ShiftRow[]): readonly Drift[] {
  return [...Map.groupBy(rows, ({ target }) => target)].map(([target, own]) => {
    const whole = own.filter(({ before, after }) => before !== null && after !== null);
    const groups = [...Map.groupBy(whole, ({ group }) => group)].filter(([, { length }]) => length >= minGroupRows);
    const both = groups.flatMap(([, rows]) => rows);
    const table = new RateTable(
      [
        tablePart(both, [
          ({ shifted, before }) => Number(shifted === before),
          ({ shifted, after }) => Number(shifted === after),
        ]),
      ],
      groups.map(([group]) => group).sort(),
    );
    const [accuracyBefore, accuracyAfter] = estimateAll(table, (totals) => [
      table.macro(totals, 0, 0),
      table.macro(totals, 0, 1),
    ]) as readonly [Quantity, Quantity];
    return { target, n: both.length, share: changedShare(both), accuracyBefore, accuracyAfter };
  });
}
