import type { ConditionDifference, ConditionSpread } from '../../../analyze/conditions.ts';
import type { JudgeAgreement } from '../../../analyze/judges.ts';
import { verdicts } from '../../../domain/outcome.ts';
import { type Columns, csvTable } from './csv.ts';

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
