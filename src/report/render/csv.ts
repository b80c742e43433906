import type { Estimate } from '../../domain/estimate.ts';
import { escapeControls } from '../../util/text.ts';

/** Where a formula would begin: in the cell, or after what a spreadsheet may be set to take for the end of one. */
const formulaStart = /(^|[;|\t\r\n])(?=[=+\-@\t\r])/g;

/** A cell that a spreadsheet shows as text: quoted where needed, formulas neutralised, control characters visible. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = escapeControls(value.replace(formulaStart, "$1'"));
  return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What stands in each column, by its name. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** Rows as CSV, the names of the columns first. */
export function csvTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((cell) => csvCell(cell(row))));
  return [Object.keys(columns), ...lines].map((line) => line.join(',')).join('\r\n');
}

const columns: Columns<Estimate> = {
  run: ({ run }) => run,
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  condition: ({ condition }) => condition,
  measure: ({ measure }) => measure,
  policy: ({ policy }) => policy,
  value: ({ value }) => value,
  low: ({ interval }) => interval?.[0] ?? null,
  high: ({ interval }) => interval?.[1] ?? null,
  level: ({ level }) => level,
  n: ({ n }) => n,
  clusters: ({ clusters }) => clusters,
  base_rate: ({ base_rate }) => base_rate,
  item_rule: ({ item_rule }) => item_rule,
  other_models: ({ other_models }) => other_models,
  reexecution: ({ reexecution }) => reexecution,
  skill: ({ skill }) => skill,
  worst_case: ({ bounds }) => bounds?.[0] ?? null,
  best_case: ({ bounds }) => bounds?.[1] ?? null,
  units: ({ coverage }) => coverage.units,
  usable: ({ coverage }) => coverage.usable,
  lost: ({ coverage }) =>
    Object.entries(coverage.lost)
      .map(([why, count]) => `${count} ${why}`)
      .join('; '),
  method: ({ method }) => method,
  absent: ({ absent = {} }) =>
    Object.entries(absent)
      .map(([field, why]) => `${field}: ${why}`)
      .join('; '),
};

/** Estimates as CSV (RFC 4180), one a row; what does not exist is an empty cell, and `absent` says why. */
export function csvReport(estimates: readonly Estimate[]): string {
  return csvTable(columns, estimates);
}
