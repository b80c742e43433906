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

/** Where each column is. */
export const binaryPlaces = Object.fromEntries(binaryColumns.map((name, place) => [name, place])) as Readonly<
  Record<BinaryColumn, number>
>; // all columns

type Add = (column: BinaryColumn, amount: number) => void;

export function binaryTally(outcome: BinaryOutcome, policy: TallyPolicy): readonly number[] {
  const { forecast, executions, label } = outcome;
  const known = executions.filter((execution) => execution.kind === 'present');
  const shared = 1 / (policy === 'parsed' ? Math.max(1, known.length) : executions.length);
  const counts = binaryColumns.map(() => 0);
  const add: Add = (column, amount) => {
    const place = binaryPlaces[column];
    counts[place] = (counts[place] as number) + amount;
  };
  if (outcome.countedWrong) add('countedWrong', 1);
  if (policy === 'parsed' && forecast.kind === 'absent') return counts;
  for (const { value } of known) {
    add(value ? 'positive' : 'negative', shared);
    if (label !== null) add('labelled', shared);
    if (label === value) add('labelRight', shared);
    if (forecast.kind === 'present') add(cell(forecast.value, value), shared);
  }
  if (known.length > 1) {
    addRepeats(
      known.map(({ value }) => value),
      add,
    );
  }
  if (policy === 'failures-wrong') {
    add('failed', forecast.kind === 'absent' ? 1 : shared * (executions.length - known.length));
  }
  return counts;
}

function addRepeats(values: readonly boolean[], add: Add): void {
  const holds = values.filter((value) => value).length;
  const not = values.length - holds;
  const pairs = values.length * (values.length - 1);
  add('repeatTruePositive', (holds * (holds - 1)) / pairs);
  add('repeatTrueNegative', (not * (not - 1)) / pairs);
  add('repeatFalsePositive', (holds * not) / pairs);
  add('repeatFalseNegative', (holds * not) / pairs);
}

function cell(forecast: boolean, actual: boolean): BinaryColumn {
  if (forecast) return actual ? 'truePositive' : 'falsePositive';
  return actual ? 'falseNegative' : 'trueNegative';
}
