import type { BinaryOutcome } from '../score/outcome.ts';
import type { TallyPolicy } from './tally.ts';

/**
 * Weights sum to 1 an outcome: executions share it. `failed` is the weight that counts as wrong without being any of the
 * four cells; `positive` and `negative` count known outcomes, and the `repeat` cells take one execution as the forecast of
 * another, over all ordered pairs of executions. Where lost units are left out of the score (`parsed`), an outcome without
 * a forecast is left out of these too, so that a score and what stands beside it are of the same units.
 */
export const binaryColumns = [
  'truePositive',
  'falsePositive',
  'trueNegative',
  'falseNegative',
  'failed',
  'countedWrong',
  'positive',
  'negative',
  'labelRight',
  'labelled',
  'repeatTruePositive',
  'repeatFalsePositive',
  'repeatTrueNegative',
  'repeatFalseNegative',
] as const;
export type BinaryColumn = (typeof binaryColumns)[number];

const nothing = Object.fromEntries(binaryColumns.map((column) => [column, 0])) as Record<BinaryColumn, number>; // all columns

export function binaryTally(outcome: BinaryOutcome, policy: TallyPolicy): readonly number[] {
  const { forecast, executions, label } = outcome;
  const known = executions.filter((execution) => execution.kind === 'present');
  const shared = 1 / (policy === 'parsed' ? Math.max(1, known.length) : executions.length);
  const counts = { ...nothing };
  if (outcome.countedWrong) counts.countedWrong = 1;
  if (policy === 'parsed' && forecast.kind === 'absent') return binaryColumns.map((column) => counts[column]);
  for (const { value } of known) {
    counts[value ? 'positive' : 'negative'] += shared;
    if (label !== null) counts.labelled += shared;
    if (label === value) counts.labelRight += shared;
    if (forecast.kind === 'present') counts[cell(forecast.value, value)] += shared;
  }
  addRepeats(
    known.map(({ value }) => value),
    counts,
  );
  if (policy === 'failures-wrong') {
    counts.failed = forecast.kind === 'absent' ? 1 : shared * (executions.length - known.length);
  }
  return binaryColumns.map((column) => counts[column]);
}

function addRepeats(values: readonly boolean[], counts: Record<BinaryColumn, number>): void {
  const holds = values.filter((value) => value).length;
  const not = values.length - holds;
  const pairs = values.length * (values.length - 1);
  if (pairs === 0) return;
  counts.repeatTruePositive += (holds * (holds - 1)) / pairs;
  counts.repeatTrueNegative += (not * (not - 1)) / pairs;
  counts.repeatFalsePositive += (holds * not) / pairs;
  counts.repeatFalseNegative += (holds * not) / pairs;
}

function cell(forecast: boolean, actual: boolean): BinaryColumn {
  if (forecast) return actual ? 'truePositive' : 'falsePositive';
  return actual ? 'falseNegative' : 'trueNegative';
}
