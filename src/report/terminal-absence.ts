import { type AbsentField, whyAbsent } from '../analyse/absence.ts';
import type { Estimate } from '../analyse/estimate.ts';
import { oneLine } from '../util/text.ts';

/** A column of a table: what it shows of which estimates, one a row. */
export interface AbsentColumn {
  readonly name: string;
  readonly field: AbsentField;
  readonly estimates: readonly Estimate[];
}

const longestName = 40;

/** Lines below a table that say why it has no number in some cells; columns that lack it for one reason share a line. */
export function absenceText(columns: readonly AbsentColumn[]): string {
  const reasons = columns.flatMap(({ name, field, estimates }) => {
    const missing = estimates.filter((estimate) => estimate[field] === null);
    return [...Map.groupBy(missing, (estimate) => whyAbsent(estimate, field))].map(([reason, of]) => {
      const models = [...new Set(of.map(({ model }) => oneLine(model, longestName)))];
      const whose = of.length === estimates.length ? '' : ` (${models.join(', ')})`;
      return { name, reason: `${reason}${whose}` };
    });
  });
  return [...Map.groupBy(reasons, ({ reason }) => reason)]
    .map(([reason, of]) => `n/a ${of.map(({ name }) => name).join(', ')}: ${reason.replace(/^no interval: /, '')}`)
    .join('\n');
}
