import type { Estimate } from '../analyse/estimate.ts';
import { harmless } from '../util/text.ts';

/** A cell that a spreadsheet shows as text: quoted where needed, formulas neutralised, control characters visible. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = harmless(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
  item_label: ({ item_label }) => item_label,
  consensus: ({ consensus }) => consensus,
  ceiling: ({ ceiling }) => ceiling,
  normalised_skill: ({ normalised_skill }) => normalised_skill,
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
