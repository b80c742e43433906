import type { Estimate } from '../../results/estimate.ts';
import { type Beyond, type Finding, type Rung, scoreKey, withScoresMarked } from '../../results/finding.ts';
import type { ReportTable } from '../../results/page.ts';
import { escapeControls } from '../../util/text.ts';
import { columnHelp } from '../tables/column-help.ts';
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

/** A column of a CSV file with its description and the value of a row. */
interface CsvColumn<Row> {
  readonly name: string;
  readonly help: string;
  readonly cell: (row: Row) => string | number | null;
}

function csvTable<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ cell }) => csvCell(cell(row))));
  return [columns.map(({ name }) => name), ...lines].map((line) => line.join(',')).join('\r\n');
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

type Cell = CsvColumn<CsvRow>['cell'];

function column(name: string, help: string, cell: Cell): CsvColumn<CsvRow> {
  return { name, help, cell };
}

const scoreColumns: readonly CsvColumn<CsvRow>[] = [
  named('run', 'Id of the run.'),
  named('experiment', 'Name of the experiment.'),
  named('model', 'Model name as given by the user.'),
  named('condition', 'How the items were asked: wording, order, mode, language and other settings.'),
  named('measure', 'Name of the measure (docs/statistics.md).'),
  column(
    'policy',
    'How missing units count: parsed (left out), failures-wrong (as wrong), published (as in the published code).',
    ({ estimate }) => estimate?.policy ?? null,
  ),
  column(
    'is_score',
    'Whether the row is a score that has a verdict: TRUE or FALSE.',
    ({ finding }) => (finding === undefined ? 'FALSE' : 'TRUE'), // read as logical by R and pandas
  ),
  column('value', 'Value of the measure; its unit is `unit` of the same row in estimates.json.', (row) =>
    row.finding === undefined ? (row.estimate?.value ?? null) : row.finding.score.value,
  ),
  column('low', 'Lower bound of the 95 % interval of the value.', (row) => intervalOf(row)?.[0] ?? null),
  column('high', 'Upper bound of the 95 % interval of the value.', (row) => intervalOf(row)?.[1] ?? null),
  column('n', 'Number of units in the value.', ({ finding, estimate }) => finding?.score.n ?? estimate?.n ?? null),
  column(
    'clusters',
    'Number of independent groups of items.',
    ({ finding, estimate }) => finding?.clusters ?? estimate?.clusters ?? null,
  ),
  column(
    'reexecution',
    columnHelp.reexecution,
    ({ finding, estimate }) => finding?.reexecution ?? estimate?.reexecution ?? null,
  ),
  column('skill', columnHelp.skill, ({ finding }) => finding?.skill ?? null),
  column('worst_case', 'Value if every missing unit were wrong.', ({ estimate }) => estimate?.bounds?.[0] ?? null),
  column('best_case', 'Value if every missing unit were right.', ({ estimate }) => estimate?.bounds?.[1] ?? null),
  column('units', 'Number of units, usable or not.', ({ finding, estimate }) =>
    finding === undefined ? (estimate?.coverage.units ?? null) : finding.total + finding.notAsked,
  ),
  column(
    'usable',
    'Number of units with a usable prediction and outcome.',
    ({ finding, estimate }) => finding?.usable ?? estimate?.coverage.usable ?? null,
  ),
  column('lost', 'Missing units: a number and its reason each, such as `3 execute: unparsed`.', ({ estimate }) =>
    Object.entries(estimate?.coverage.lost ?? {})
      .map(([why, count]) => `${count} ${why}`)
      .join('; '),
  ),
  column('absent', 'Why a cell of the row is empty.', ({ estimate }) =>
    Object.entries(estimate?.absent ?? {})
      .map(([field, why]) => `${field}: ${why}`)
      .join('; '),
  ),
  column('fit', columnHelp.fit, ({ finding }) => finding?.fit ?? null),
  column('beyond_others', columnHelp.beyond, ({ finding }) => finding?.beyond ?? null),
  column('reason', 'Why the score has no verdict.', ({ finding }) => finding?.reason ?? null),
  column('by_chance', columnHelp.byChance, ({ finding }) => finding?.chance ?? null),
  column('best_constant', columnHelp.bestConstant, ({ finding }) => finding?.constant ?? null),
  column('label', columnHelp.label, ({ finding }) => finding?.label ?? null),
  column('p_informative', columnHelp.pInformative, ({ finding }) => adjustedIn(finding, 'informative')),
  column('p_useful', columnHelp.pUseful, ({ finding }) => adjustedIn(finding, 'useful')),
  column('p_beyond_others', columnHelp.pBeyond, ({ finding }) => adjustedIn(finding, 'beyondOthers')),
];

/** What `estimates.csv` holds, and each of its columns. */
export const estimatesTable = {
  lead: 'estimates.csv: a row for each model, experiment, condition, measure and policy, in full precision.',
  columns: scoreColumns.map(({ name, help }) => ({ name, help })),
} as const;

function adjustedIn(finding: Finding | undefined, word: keyof Finding['rungs']): number | null {
  const rung: Rung | Beyond | undefined = finding?.rungs[word];
  return rung?.kind === 'tested' ? rung.adjusted : null;
}

type Named = 'run' | 'experiment' | 'model' | 'condition' | 'measure';

function named(field: Named, help: string): CsvColumn<CsvRow> {
  return column(field, help, ({ finding, estimate }) => finding?.[field] ?? estimate?.[field] ?? null);
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
