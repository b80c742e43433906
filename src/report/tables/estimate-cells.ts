import { type AbsentField, explainAbsence } from '../../analyze/estimates/absence.ts';
import { shareOfUnits } from '../../analyze/estimates/coverage.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { reasonCountsText } from '../../measures/words.ts';
import type { TableCell } from '../../results/page.ts';
import { counted } from '../../util/numbers.ts';
import { countText, intervalText, numberText } from '../figures/marks/number-text.ts';
import { absentCell, numberCell } from './report-table.ts';

type NumberField = Exclude<AbsentField, 'interval' | 'bounds'>;

/** Returns the cell of an estimate's field, or `n/a` with the reason. */
export function fieldCell(estimate: Estimate, field: NumberField): TableCell {
  const value = estimate[field];
  if (value === null) return absentCell(explainAbsence(estimate, field));
  return numberCell(value, numberText(value, field === 'skill' ? 'correlation' : estimate.unit));
}

/** Returns the function that makes the cell of a field. */
export function fieldOf(field: NumberField): (estimate: Estimate) => TableCell {
  return (estimate) => fieldCell(estimate, field);
}

/** Returns the cell of the value with its interval; the note gives the method of the interval. */
export function valueCell(estimate: Estimate): TableCell {
  const { value, interval, unit, level, method } = estimate;
  if (value === null) return absentCell(explainAbsence(estimate, 'value'));
  if (interval === null) return numberCell(value, numberText(value, unit), method);
  const note = `${Math.round(level * 100)} % interval: ${method}`;
  return numberCell(value, `${numberText(value, unit)} ${intervalText(interval, unit)}`, note);
}

export function boundsCell(estimate: Estimate): TableCell {
  const { bounds, unit } = estimate;
  if (bounds === null) return absentCell(explainAbsence(estimate, 'bounds'));
  return numberCell(bounds[0], `${numberText(bounds[0], unit)} … ${numberText(bounds[1], unit)}`);
}

export function countCell({ n, clusters }: Estimate): TableCell {
  return numberCell(n, countText(n), `in ${counted(clusters, 'group')} of items`);
}

export function coverageCell({ coverage }: Estimate): TableCell {
  const { units, usable } = coverage;
  if (units === 0) return absentCell('no units');
  const lost = reasonCountsText(coverage.lost);
  return numberCell(
    shareOfUnits(coverage),
    `${usable}/${units}`,
    lost === '' ? 'nothing is missing' : `missing: ${lost}`,
  );
}
