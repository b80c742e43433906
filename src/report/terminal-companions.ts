import type { Estimate } from '../analyse/estimate.ts';
import { table } from '../util/text.ts';
import { companionsIn } from './experiment-notes.ts';
import { shown, signedInterval } from './plain-numbers.ts';

const mostRows = 24;

/** A column that says whose row it is. */
interface Name {
  readonly name: string;
  readonly of: (estimate: Estimate) => string;
}

/** The measures beside an experiment's headline, a line a model and condition; nothing for an experiment without. */
export function companionsText(estimates: readonly Estimate[], names: readonly Name[]): string {
  const parsed = estimates.filter(({ policy }) => policy === 'parsed');
  const place = ({ run, model, condition }: Estimate) => JSON.stringify([run, model, condition]);
  const rows = [...Map.groupBy(parsed, place).values()];
  const columns = companionsIn(parsed);
  if (columns.length === 0) return '';
  if (rows.length > mostRows)
    return `${columns.map(({ name }) => name).join(', ')}: with --all, or in the files of --out`;
  const cells = rows.map((own) => [
    ...names.map(({ of }) => (own[0] === undefined ? '' : of(own[0]))),
    ...columns.map(({ measure }) => cell(own.find((estimate) => estimate.measure === measure))),
  ]);
  const header = [...names.map(({ name }) => name), ...columns.map(({ name }) => name)];
  const between = cells.flat().some((text) => text.includes('..'));
  return [
    table(
      header,
      cells,
      header.map((_, index) => (index < names.length ? 'left' : 'right')),
    ),
    ...(between ? ['in brackets: base rate .. second run'] : []),
  ].join('\n');
}

/** A difference has its interval; a likeness stands beside its floor and ceiling. */
function cell(estimate: Estimate | undefined): string {
  if (estimate === undefined) return 'n/a';
  const { value, unit, base_rate: base, ceiling } = estimate;
  if (unit === 'difference') return signedInterval(estimate);
  if (value === null || (base === null && ceiling === null)) return shown(value, unit);
  return `${shown(value, unit)} (${shown(base, unit)} .. ${shown(ceiling, unit)})`;
}
