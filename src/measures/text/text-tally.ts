import type { TextOutcome } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import { type TextSimilarity, textSimilarity } from '../../stats/basic/text-similarity.ts';

/** Similarity functions of two texts, by the names of their measures. */
export const likenesses = {
  exact: 'exact_match',
  edit: 'edit_similarity',
  tokenF1: 'token_f1',
  length: 'length_ratio',
  firstWords: 'first_words_match',
} as const satisfies Record<keyof TextSimilarity, string>;
export type Likeness = keyof typeof likenesses;
const names = Object.keys(likenesses) as readonly Likeness[]; // the keys of `likenesses`

/**
 * Columns of a text tally: sums of each similarity of the prediction and each execution (executions share a weight of 1
 * per outcome), of two executions (over all pairs), and of an execution and the response to another prompt; then
 * weights, and failures by kind.
 */
export const textColumns = [
  ...names,
  ...names.map((name) => `repeat:${name}` as const),
  ...names.map((name) => `unrelated:${name}` as const),
  'predictions',
  'lost',
  'repeats',
  'unrelated',
  'classified',
  'engages',
  'differs',
  'judged',
  'judgedEngages',
  'judgedDiffers',
] as const;
type TextColumn = (typeof textColumns)[number];

type Counts = Record<TextColumn, number>;

export function textTally(outcome: TextOutcome, policy: TallyPolicy): readonly number[] {
  const counts = Object.fromEntries(textColumns.map((column) => [column, 0])) as Counts; // all columns
  const { prediction, executions, unrelated } = outcome;
  const texts = executions.flatMap((execution) => (execution.kind === 'present' ? [execution.value] : []));
  const share = 1 / (policy === 'parsed' ? Math.max(1, texts.length) : executions.length);
  for (const text of texts) {
    if (prediction.kind === 'absent') continue;
    addLikeness(counts, { prefix: '', likeness: textSimilarity(prediction.value, text), weight: share });
    counts.predictions += share;
  }
  if (policy === 'failures-wrong') {
    counts.lost = prediction.kind === 'absent' ? 1 : share * (executions.length - texts.length);
    counts.predictions += counts.lost;
  }
  // Where a missing prediction is excluded, base rate and re-execution use the remaining items too.
  const counted = policy === 'parsed' && prediction.kind === 'absent' ? [] : texts;
  addRepeats(counts, counted);
  const [first] = counted;
  if (first !== undefined && unrelated !== null) {
    addLikeness(counts, { prefix: 'unrelated:', likeness: textSimilarity(first, unrelated), weight: 1 });
    counts.unrelated += 1;
  }
  addFailures(counts, outcome, texts.length > 0);
  return textColumns.map((column) => counts[column]);
}

interface Weighed {
  readonly prefix: '' | 'repeat:' | 'unrelated:';
  readonly likeness: TextSimilarity;
  readonly weight: number;
}

function addLikeness(counts: Counts, { prefix, likeness, weight }: Weighed): void {
  for (const name of names) counts[`${prefix}${name}`] += weight * likeness[name];
}

function addRepeats(counts: Counts, texts: readonly string[]): void {
  const pairs = (texts.length * (texts.length - 1)) / 2;
  if (pairs === 0) return;
  for (const [index, text] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      addLikeness(counts, { prefix: 'repeat:', likeness: textSimilarity(text, other), weight: 1 / pairs });
    }
  }
  counts.repeats += 1;
}

/**
 * Adds failures by kind. A prediction that engages is a failure even if it is malformed, so it is classified although
 * it is not usable.
 */
function addFailures(counts: Counts, { prediction, failure, judgedFailure }: TextOutcome, executed: boolean): void {
  if (failure !== null || (prediction.kind === 'present' && executed)) counts.classified += 1;
  if (failure !== null) counts[failure] += 1;
  if (judgedFailure?.kind !== 'present') return;
  counts.judged += 1;
  if (judgedFailure.value === 'engages') counts.judgedEngages += 1;
  if (judgedFailure.value === 'differs') counts.judgedDiffers += 1;
}
