import type { BinaryOutcome, Observed, YesNo } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import { isNotAsked } from '../absences.ts';
import { unchangedColumns, unchangedTally } from './unchanged-tally.ts';

/**
 * Columns of a binary tally. Weights sum to 1 per outcome, shared by its executions. `failed` is the weight that counts
 * as wrong without being in any of the four cells; `positive` and `negative` count known outcomes; the `repeat` cells
 * take one execution as the prediction of another, over all ordered pairs of executions. Under `parsed`, an outcome
 * without a prediction is excluded from these columns too, so that a score and its references use the same units.
 */
const predictionColumns = [
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
  'bestUp',
  'bestDown',
  'bestUnits',
] as const;

/** Columns of a binary tally; the last ones only where executions were repeated without a change. */
export const binaryColumns = [...predictionColumns, ...unchangedColumns] as const;
export type BinaryColumn = (typeof binaryColumns)[number];

/** Index of each column. */
export const binaryPlaces = Object.fromEntries(binaryColumns.map((name, index) => [name, index])) as Readonly<
  Record<BinaryColumn, number>
>; // all columns

const none = predictionColumns.map(() => 0);

function add(counts: number[], column: BinaryColumn, amount: number): void {
  const index = binaryPlaces[column];
  counts[index] = (counts[index] as number) + amount;
}

/** Returns the tally of one outcome. */
export function binaryTally(outcome: BinaryOutcome, policy: TallyPolicy): readonly number[] {
  const counts = predictionTally(outcome, policy);
  return outcome.unchanged === undefined ? counts : [...counts, ...unchangedTally(outcome)];
}

/** Allocates no object or closure per execution, because there are millions. */
function predictionTally(outcome: BinaryOutcome, policy: TallyPolicy): readonly number[] {
  const { prediction, label } = outcome;
  if (isNotAsked(prediction)) return none;
  const executions = outcome.executions.some(isNotAsked)
    ? outcome.executions.filter((execution) => !isNotAsked(execution))
    : outcome.executions;
  if (executions.length === 0) return none;
  const known = knownOf(executions);
  const shared = 1 / (policy === 'parsed' ? Math.max(1, known) : executions.length);
  const counts = none.slice();
  if (outcome.countedWrong) add(counts, 'countedWrong', 1);
  if (policy === 'parsed' && prediction.kind === 'absent') return counts;
  let holds = 0;
  for (const execution of executions) {
    if (execution.kind === 'absent') continue;
    const { value } = execution;
    if (value) holds += 1;
    add(counts, value ? 'positive' : 'negative', shared);
    if (label !== null) {
      add(counts, 'labelled', shared);
      if (label === value) add(counts, 'labelRight', shared);
    }
    if (prediction.kind === 'present') addCell(counts, { predicted: prediction.value, actual: value, weight: shared });
  }
  if (known > 1) {
    addRepeats(counts, holds, known - holds);
    addBest(counts, holds, known - holds);
  }
  if (policy === 'failures-wrong') {
    add(counts, 'failed', prediction.kind === 'absent' ? 1 : shared * (executions.length - known));
  }
  return counts;
}

function knownOf(executions: readonly Observed<boolean>[]): number {
  let known = 0;
  for (const { kind } of executions) if (kind === 'present') known += 1;
  return known;
}

function addRepeats(counts: number[], holds: number, not: number): void {
  const pairs = (holds + not) * (holds + not - 1);
  add(counts, 'repeatTruePositive', (holds * (holds - 1)) / pairs);
  add(counts, 'repeatTrueNegative', (not * (not - 1)) / pairs);
  add(counts, 'repeatFalsePositive', (holds * not) / pairs);
  add(counts, 'repeatFalseNegative', (holds * not) / pairs);
}

/** Adds the score of the majority of a unit's executions: of all of them, and of the others when each is held out. */
function addBest(counts: number[], holds: number, not: number): void {
  const runs = holds + not;
  const lead = (one: number, other: number) => (one > other ? 1 : one === other ? 0.5 : 0);
  add(counts, 'bestUp', Math.max(holds, not) / runs);
  add(counts, 'bestDown', (holds * lead(holds - 1, not) + not * lead(not - 1, holds)) / runs);
  add(counts, 'bestUnits', 1);
}

interface Cell {
  readonly predicted: YesNo;
  readonly actual: boolean;
  readonly weight: number;
}

/** Adds an execution to the cell of its prediction; of exactly one half, half to each of the two predicted cells. */
function addCell(counts: number[], { predicted, actual, weight }: Cell): void {
  const share = predicted === 'half' ? weight / 2 : weight;
  if (predicted !== false) add(counts, cell(true, actual), share);
  if (predicted !== true) add(counts, cell(false, actual), share);
}

function cell(prediction: boolean, actual: boolean): BinaryColumn {
  if (prediction) return actual ? 'truePositive' : 'falsePositive';
  return actual ? 'falseNegative' : 'trueNegative';
}
