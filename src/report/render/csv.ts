import { verdicts } from '../../domain/outcome.ts';
import type { JudgeAgreement } from '../../results/answers.ts';
import type { ComparedTask } from '../../results/comparison.ts';
import type { ConditionDifference, ConditionSpread, Estimate, GroupAccuracy } from '../../results/estimate.ts';
import { type Beyond, type Finding, type Rung, scoreKey } from '../../results/finding.ts';
import type { LadderFinding, RungScore } from '../../results/ladder.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
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
 * Returns a report table as CSV (RFC 4180): numbers in full precision, an interval in two further columns, and in
 * `absent` why a cell is empty.
 */
export function csvOfTable(table: ReportTable): string {
  const { columns: named, rows } = flatTable(table);
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
  const parsed = estimates.filter(({ policy }) => policy === 'parsed');
  const byScore = new Map(parsed.map((estimate) => [scoreKey(estimate), estimate]));
  const scores = findings.map((finding) => ({ finding, estimate: byScore.get(scoreKey(finding)) }));
  const shown = new Set(scores.map(({ estimate }) => estimate));
  const others = estimates.filter((estimate) => !shown.has(estimate));
  return csvTable(scoreColumns, [...scores, ...others.map((estimate) => ({ finding: undefined, estimate }))]);
}

/** One number of a spread; `factor`: the varied factor, of which `first` and `second` are levels. */
interface Line {
  readonly spread: ConditionSpread;
  readonly what: 'condition' | 'mean' | 'deviation' | 'condition difference' | 'level difference';
  readonly factor: string | null;
  readonly first: string | null;
  readonly second: string | null;
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly n: number;
}

const lineColumns: Columns<Line> = {
  run: ({ spread }) => spread.run,
  experiment: ({ spread }) => spread.experiment,
  model: ({ spread }) => spread.model,
  measure: ({ spread }) => spread.measure,
  policy: ({ spread }) => spread.policy,
  what: ({ what }) => what,
  factor: ({ factor }) => factor,
  first: ({ first }) => first,
  second: ({ second }) => second,
  value: ({ value }) => value,
  low: ({ interval }) => interval?.[0] ?? null,
  high: ({ interval }) => interval?.[1] ?? null,
  level: ({ interval, spread }) => (interval === null ? null : spread.level),
  n: ({ n }) => n,
};

/**
 * Returns conditions, their means, deviations and differences as CSV, one number per row; `n` counts units, or paired
 * groups.
 */
export function conditionsCsv(spreads: readonly ConditionSpread[]): string {
  return csvTable(lineColumns, spreads.flatMap(linesOf));
}

function linesOf(spread: ConditionSpread): readonly Line[] {
  const plain = { spread, factor: null, first: null, second: null, interval: null, n: spread.clusters };
  const difference = ({ first, second, difference: value, interval }: ConditionDifference) => ({
    ...plain,
    first,
    second,
    value,
    interval,
  });
  return [
    ...spread.conditions.map(
      ({ condition, value, n }): Line => ({ ...plain, what: 'condition', first: condition, value, n }),
    ),
    { ...plain, what: 'mean', value: spread.mean, interval: spread.interval },
    { ...plain, what: 'deviation', value: spread.deviation },
    ...spread.differences.map((entry): Line => ({ ...difference(entry), what: 'condition difference' })),
    ...spread.factors.map((entry): Line => ({ ...difference(entry), what: 'level difference', factor: entry.factor })),
  ];
}

const judgeColumns: Columns<JudgeAgreement> = {
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  first: ({ first }) => first,
  second: ({ second }) => second,
  n: ({ n }) => n,
  clusters: ({ clusters }) => clusters,
  first_refuses: ({ firstRefuses: share }) => share,
  second_refuses: ({ secondRefuses: share }) => share,
  agreement: ({ agreement }) => agreement,
  kappa: ({ kappa }) => kappa,
  kappa_low: ({ kappaInterval: interval }) => interval?.[0] ?? null,
  kappa_high: ({ kappaInterval: interval }) => interval?.[1] ?? null,
  three_way_kappa: ({ threeWayKappa: kappa }) => kappa,
  partial_recall: ({ partialRecall: share }) => share,
  partial_precision: ({ partialPrecision: share }) => share,
  ...Object.fromEntries(
    verdicts.flatMap((first, row) =>
      verdicts.map((second, column) => [
        `${first}/${second}`,
        ({ table }: JudgeAgreement) => table[row]?.[column] ?? null,
      ]),
    ),
  ),
};

/** Returns the agreement of judges as CSV, two judges per row; the last columns count responses by both verdicts. */
export function judgesCsv(agreements: readonly JudgeAgreement[]): string {
  return csvTable(judgeColumns, agreements);
}

const groupColumns: Columns<GroupAccuracy> = {
  run: ({ run }) => run,
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  condition: ({ condition }) => condition,
  group: ({ group }) => group,
  n: ({ n }) => n,
  accuracy: ({ accuracy }) => accuracy,
  mode: ({ mode }) => mode,
  item_rule: ({ itemRule }) => itemRule,
  re_execution: ({ reexecution }) => reexecution,
  modal_share: ({ modalShare }) => modalShare,
  entropy: ({ entropy }) => entropy,
  in_macro: ({ inMacro }) => (inMacro ? 'yes' : 'no'),
};

export function groupsCsv(groups: readonly GroupAccuracy[]): string {
  return csvTable(groupColumns, groups);
}

type Row = LadderFinding & { readonly at: RungScore };

const ladderColumns: Columns<Row> = {
  run: ({ run }) => run,
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  condition: ({ condition }) => condition,
  axis: ({ axis }) => axis,
  rung: ({ at }) => at.rung,
  label: ({ at }) => at.label,
  n: ({ at }) => at.score.n,
  ...quantityColumns('score', ({ score }) => score),
  ...quantityColumns('constant', ({ constant }) => constant),
  ...quantityColumns('gain', ({ gain }) => gain),
  ...quantityColumns('re_execution', ({ reexecution }) => reexecution),
  ...quantityColumns('other_models', ({ others }) => others),
  read: ({ at }) => at.read,
  known: ({ at }) => at.known,
  p_holm: ({ at }) => at.holm,
  above: ({ at }) => (at.isAbove ? 'yes' : 'no'),
};

function quantityColumns(name: string, of: (rung: RungScore) => Quantity): Columns<Row> {
  return {
    [name]: ({ at }) => of(at).value,
    [`${name}_low`]: ({ at }) => of(at).interval?.[0] ?? null,
    [`${name}_high`]: ({ at }) => of(at).interval?.[1] ?? null,
  };
}

/** Returns a line for each rung of each model. */
export function ladderCsv(ladders: readonly LadderFinding[]): string {
  return csvTable(
    ladderColumns,
    ladders.flatMap((curve) => curve.rungs.map((at) => ({ ...curve, at }))),
  );
}

interface MatrixCell {
  readonly task: ComparedTask;
  readonly predictor: number;
  readonly target: number;
}

const matrixColumns: Columns<MatrixCell> = {
  experiment: ({ task }) => task.experiment,
  condition: ({ task }) => task.condition,
  predictor: ({ task, predictor }) => task.models[predictor] ?? null,
  target: ({ task, target }) => task.models[target] ?? null,
  value: ({ task, predictor, target }) => task.R[predictor]?.[target] ?? null,
  units: ({ task }) => task.units,
};

/** Returns the cells of R as CSV, one per row: who predicts, whose behavior, and their residual correlation. */
export function matricesCsv(tasks: readonly ComparedTask[]): string {
  const cells = tasks.flatMap((task) =>
    task.models.flatMap((_, predictor) =>
      task.models.map((_model, target): MatrixCell => ({ task, predictor, target })),
    ),
  );
  return csvTable(matrixColumns, cells);
}
