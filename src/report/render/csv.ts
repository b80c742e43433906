import type { Estimate } from '../../results/estimate.ts';
import { type Beyond, type Finding, type Rung, scoreKey, withScoresMarked } from '../../results/finding.ts';
import type { ReportTable } from '../../results/page.ts';
import { escapeControls } from '../../util/text.ts';
import { flatTable, missingNote } from '../tables/report-table.ts';

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
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

function csvTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((cell) => csvCell(cell(row))));
  return [Object.keys(columns), ...lines].map((line) => line.join(',')).join('\r\n');
}

/**
 * Returns a report table as CSV (RFC 4180): numbers in full precision, an interval in two further columns, a cell of two
 * values in two columns, and in `absent` why a cell is empty.
 */
export function csvOfTable(table: ReportTable): string {
  const { columns: named, rows } = flatTable(table);
  const plain = (name: string) => name.replace(/ \[9[05] %\]$/, '');
  const hasInterval = named.map((_, index) => rows.some((row) => row[index]?.interval !== undefined));
  const header = named.flatMap(({ name, pair }, index) => {
    if (pair !== undefined) return pair;
    return hasInterval[index] ? [plain(name), `${plain(name)} low`, `${plain(name)} high`] : [plain(name)];
  });
  const lines = rows.map((row) => [
    ...row.flatMap(({ sort, interval, text, pair }, index) => {
      const value = typeof sort === 'number' ? sort : sort === null ? null : text;
      if (named[index]?.pair !== undefined) return pair ?? [value, null];
      return hasInterval[index] ? [value, interval?.[0] ?? null, interval?.[1] ?? null] : [value];
    }),
    row
      .flatMap((cell, index) => {
        const note = missingNote(cell);
        return note === null ? [] : [`${plain(named[index]?.name ?? '')}: ${note}`];
      })
      .join('; '),
  ]);
  return [[...header, 'absent'], ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n');
}

/** A score with a verdict, or another measure; one of the two is there. */
interface CsvRow {
  readonly finding: Finding | undefined;
  readonly estimate: Estimate | undefined;
}

const scoreColumns: Columns<CsvRow> = {
  ...named('run'),
  ...named('experiment'),
  ...named('model'),
  ...named('condition'),
  ...named('measure'),
  policy: ({ estimate }) => estimate?.policy ?? null,
  is_score: ({ finding }) => (finding === undefined ? 'FALSE' : 'TRUE'), // read as logical by R and pandas
  value: ({ finding, estimate }) => (finding === undefined ? (estimate?.value ?? null) : finding.score.value),
  low: (row) => intervalOf(row)?.[0] ?? null,
  high: (row) => intervalOf(row)?.[1] ?? null,
  n: ({ finding, estimate }) => finding?.score.n ?? estimate?.n ?? null,
  clusters: ({ finding, estimate }) => finding?.clusters ?? estimate?.clusters ?? null,
  reexecution: ({ finding, estimate }) => finding?.reexecution ?? estimate?.reexecution ?? null,
  skill: ({ finding }) => finding?.skill ?? null,
  worst_case: ({ estimate }) => estimate?.bounds?.[0] ?? null,
  best_case: ({ estimate }) => estimate?.bounds?.[1] ?? null,
  units: ({ finding, estimate }) =>
    finding === undefined ? (estimate?.coverage.units ?? null) : finding.total + finding.notAsked,
  usable: ({ finding, estimate }) => finding?.usable ?? estimate?.coverage.usable ?? null,
  lost: ({ estimate }) =>
    Object.entries(estimate?.coverage.lost ?? {})
      .map(([why, count]) => `${count} ${why}`)
      .join('; '),
  absent: ({ estimate }) =>
    Object.entries(estimate?.absent ?? {})
      .map(([field, why]) => `${field}: ${why}`)
      .join('; '),
  fit: ({ finding }) => finding?.fit ?? null,
  beyond_others: ({ finding }) => finding?.beyond ?? null,
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

type Named = 'run' | 'experiment' | 'model' | 'condition' | 'measure';

function named(field: Named): Columns<CsvRow> {
  return { [field]: ({ finding, estimate }) => finding?.[field] ?? estimate?.[field] ?? null };
}

function intervalOf({ finding, estimate }: CsvRow): readonly [number, number] | null {
  return finding === undefined ? (estimate?.interval ?? null) : finding.score.interval;
}

/**
 * Returns scores as CSV (RFC 4180): first those with a verdict and what it rests on, then every other measure. An absent
 * value is an empty cell, and `absent` gives the reason.
 */
export function csvReport(estimates: readonly Estimate[], findings: readonly Finding[]): string {
  const byScore = new Map(findings.map((finding) => [scoreKey(finding), finding]));
  const rows = withScoresMarked(estimates, findings).map((estimate) => ({
    estimate,
    finding: estimate.isScore ? byScore.get(scoreKey(estimate)) : undefined,
  }));
  return csvTable(scoreColumns, rows);
}
