import type { TableCell } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import { fraction, fractionRange } from '../../util/numbers.ts';
import { absentCell, numberCell, partialCell } from './report-table.ts';

/** Returns a cell with a value and its interval; the note gives the reason where either is missing. */
export function quantityCell({ value, interval, missing }: Quantity): TableCell {
  const reason = missing ?? 'not measured';
  if (value === null) return absentCell(reason);
  if (interval === null) return partialCell(value, fraction(value), `no interval: ${reason}`);
  return { ...numberCell(value, `${fraction(value)} ${fractionRange(interval)}`), interval };
}

/** Returns a cell with a p value. */
export function chanceCell(p: number): TableCell {
  return numberCell(p, p < 0.001 ? '< 0.001' : fraction(p));
}
