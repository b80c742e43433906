import type { TableCell } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import { fraction } from '../../util/numbers.ts';
import { intervalText, numberText } from '../figures/marks/number-text.ts';
import { absentCell, numberCell } from './report-table.ts';

/** Returns a cell with a value and its interval, or the reason why one is missing. */
export function quantityCell({ value, interval, missing }: Quantity): TableCell {
  if (value === null) return absentCell(missing ?? 'not measured');
  const text = numberText(value, 'correlation');
  return interval === null
    ? numberCell(value, text, missing)
    : { ...numberCell(value, `${text} ${intervalText(interval, 'correlation')}`), interval };
}

/** Returns a cell with a p value. */
export function chanceCell(p: number): TableCell {
  return numberCell(p, p < 0.001 ? '< 0.001' : fraction(p));
}
