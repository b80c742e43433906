import type { Estimate } from '../analyse/estimate.ts';
import { harmless } from '../util/text.ts';

/** A cell that a spreadsheet shows as text: quoted where needed, formulas neutralised, control characters visible. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = harmless(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const columns: Readonly<Record<string, (estimate: Estimate) => string | number | null>> = {
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
};

/** Estimates as CSV (RFC 4180), one a row; what does not exist is an empty cell. */
export function csvReport(estimates: readonly Estimate[]): string {
  const rows = estimates.map((estimate) => Object.values(columns).map((cell) => csvCell(cell(estimate))));
  return [Object.keys(columns), ...rows].map((row) => row.join(',')).join('\r\n');
}
