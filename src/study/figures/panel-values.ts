import type { Quantity } from '../../results/quantity.ts';
import { fraction, fractionRange } from '../../util/numbers.ts';
import type { PanelValue } from './estimate-panels.ts';

/** Returns a quantity as a value of a figure; none where it is missing. */
export function panelValues(
  place: Pick<PanelValue, 'panel' | 'row' | 'series'>,
  estimate: Quantity,
): readonly PanelValue[] {
  const { value, interval } = estimate;
  if (value === null) return [];
  const text = `${fraction(value)} ${fractionRange(interval)}`.trimEnd();
  const tip = `${place.panel} · ${place.row} · ${place.series}: ${text}`;
  return [{ ...place, value, low: interval?.[0] ?? null, high: interval?.[1] ?? null, tip }];
}
