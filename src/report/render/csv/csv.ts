import type { Estimate } from '../../../domain/estimate.ts';
import { type Beyond, type Finding, type Rung, scoreKey } from '../../../results/finding.ts';
import { escapeControls } from '../../../util/text.ts';
import type { ReportTable } from '../../../results/page.ts';
import { oldKey } from '../old-keys.ts';

/**
 * Positions where a formula could begin: at the start of the cell, or after a character that a spreadsheet may treat as
 * a separator.
 */
const formulaStart = /(^|[;|\t\r\n])(?=[=+\-@\t\r])/g;

/**
 * Returns a cell that a spreadsheet shows as text: quoted where needed, formulas neutralized, control characters
 * visible.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = escapeControls(value.replace(formulaStart, "$1'"));
  return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the value of each column, by its name. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

export function csvTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((cell) => csvCell(cell(row))));
  return [Object.keys(columns), ...lines].map((line) => line.join(',')).join('\r\n');
}

/**
 * Returns a report table as CSV (RFC 4180): numbers in full precision, an interval in two further columns, and in
 * `absent` why a cell is empty.
 */
export function csvOfTable({ columns: named, rows }: ReportTable): string {
  const plain = (name: string) => name.replace(/ \[9[05] %\]$/, '');
  const hasInterval = named.map((_, index) => rows.some((row) => row[index]?.interval !== undefined));
  const header = named.flatMap(({ name }, index) =>
    hasInterval[index] ? [plain(name), `${plain(name)} low`, `${plain(name)} high`] : [plain(name)],
  );
  const lines = rows.map((row) => [
    ...row.flatMap(({ sort, interval, text }, index) => {
      const value = typeof sort === 'number' ? sort : sort === null ? null : text;
      return hasInterval[index] ? [value, interval?.[0] ?? null, interval?.[1] ?? null] : [value];
    }),
    row
      .flatMap(({ sort, note }, index) =>
        note !== null && (sort === null || note.startsWith('no interval'))
          ? [`${plain(named[index]?.name ?? '')}: ${note}`]
          : [],
      )
      .join('; '),
  ]);
  return [[...header, 'absent'], ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n');
}

/** An estimate with the finding that it is the score of; undefined where its measure is not tested. */
interface CsvRow extends Estimate {
  readonly finding: Finding | undefined;
}

const columns: Columns<CsvRow> = {
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
  base_rate: ({ baseRate }) => baseRate,
  item_rule: ({ itemRule }) => itemRule,
  other_models: ({ otherModels }) => otherModels,
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
      .map(([field, why]) => `${oldKey(field)}: ${why}`)
      .join('; '),
  verdict: ({ finding }) => finding?.verdict ?? null,
  reason: ({ finding }) => finding?.reason ?? null,
  by_chance: ({ finding }) => finding?.chance ?? null,
  best_constant: ({ finding }) => finding?.constant ?? null,
  label: ({ finding }) => finding?.label ?? null,
  p_informative: ({ finding }) => (finding === undefined ? null : adjustedOf(finding.rungs.informative)),
  p_useful: ({ finding }) => (finding === undefined ? null : adjustedOf(finding.rungs.useful)),
  p_beyond_others: ({ finding }) => (finding === undefined ? null : adjustedOf(finding.rungs.beyondOthers)),
};

function adjustedOf(rung: Rung | Beyond): number | null {
  return rung.kind === 'tested' ? rung.adjusted : null;
}

/**
 * Returns estimates as CSV (RFC 4180), one per row; an absent value is an empty cell, and `absent` gives the reason. The
 * rows of tested scores end with their verdict and what it rests on.
 */
export function csvReport(estimates: readonly Estimate[], findings: readonly Finding[]): string {
  const byScore = new Map(findings.map((finding) => [scoreKey(finding), finding]));
  return csvTable(
    columns,
    estimates.map((estimate) => ({
      ...estimate,
      finding: estimate.policy === 'parsed' ? byScore.get(scoreKey(estimate)) : undefined,
    })),
  );
}
