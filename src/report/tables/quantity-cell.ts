import type { Estimate } from '../../results/estimate.ts';
import type { TableCell } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import { intervalText, numberText } from '../figures/marks/number-text.ts';
import { absentCell, numberCell, partialCell } from './report-table.ts';

/** Returns a cell with a value and its interval in the format of its unit; the note gives the reason where either is missing. */
export function quantityCell(
  { value, interval, missing }: Quantity,
  unit: Estimate['unit'] = 'correlation',
): TableCell {
  const reason = missing ?? 'not measured';
  if (value === null) return absentCell(reason);
  if (interval === null) return partialCell(value, numberText(value, unit), `no interval: ${reason}`);
  return intervalCell(value, interval, { unit });
}

/** Returns a cell with a value and its interval, if any: `51.2 % [40.0, 62.0]`. */
export function intervalCell(
  value: number,
  interval: readonly [number, number] | null,
  { unit, note = null }: { readonly unit: Estimate['unit']; readonly note?: string | null },
): TableCell {
  const text = numberText(value, unit);
  if (interval === null) return numberCell(value, text, note);
  return { ...numberCell(value, `${text} ${intervalText(interval, unit)}`, note), interval };
}
