import type { Observed } from '../domain/outcome.ts';
import type { TallyPolicy } from '../domain/policy.ts';
import { splitConcordance } from '../stats/concordance.ts';
import { isNotAsked } from './absences.ts';
import { placesOf } from './columns.ts';

/** Result of one execution of one ranked question. */
export interface Solve {
  readonly correct: Observed<boolean>;
  /** Completion tokens, reasoning included; null where the server did not count them. */
  readonly tokens: number | null;
}

/** One group of questions: the predicted order, and each execution of each question. */
export interface RankingOutcome {
  readonly kind: 'ranking';
  /** Names of the ranked questions, in the data set's order. */
  readonly units: readonly string[];
  /** Name of each unit in the prompt of the prediction, in the order of `units`; absent where it is the unit's own. */
  readonly promptNames?: readonly string[];
  /** Unit names from easiest to hardest. */
  readonly prediction: Observed<readonly string[]>;
  readonly predictionTokens: number | null;
  /** executions[sample][unit], units in the order of `units`. */
  readonly executions: readonly (readonly Solve[])[];
  /** Order by an item-only rule (question length), easiest first. */
  readonly label: readonly string[] | null;
}

/** Maximum number of questions whose orders are all enumerated; larger groups have too many. */
const maxQuestions = 4;

/** Number of orders of a full group of four questions, and so the number of their columns. */
const orderCount = 24;

/** wins[i][j]: share of pairs of executions in which question i was easier than question j; a tie counts one half. */
type PairWins = readonly (readonly number[])[];

/** Returns all orders of n questions by position, the data set's order first; empty if there are too many. */
function ordersOf(questions: number): readonly (readonly number[])[] {
  return questions < 2 || questions > maxQuestions ? [] : (byLength[questions] ?? []);
}

/** Returns all orders of some values, the given one first. */
export function permutations(values: readonly number[]): readonly (readonly number[])[] {
  if (values.length < 2) return [values];
  return values.flatMap((first) =>
    permutations(values.filter((value) => value !== first)).map((rest) => [first, ...rest]),
  );
}

const byLength: Readonly<Record<number, readonly (readonly number[])[]>> = Object.fromEntries(
  [2, 3, 4].map((length) => [length, permutations(Array.from({ length }, (_, index) => index))]),
);

/** Returns the share of pairs that an order predicts correctly. */
function orderConcordance(order: readonly number[], wins: PairWins): number {
  let right = 0;
  let pairs = 0;
  for (let index = 0; index < order.length; index += 1) {
    const beaten = wins[order[index] as number];
    for (let after = index + 1; after < order.length; after += 1) {
      right += beaten?.[order[after] as number] ?? 0;
      pairs += 1;
    }
  }
  return right / pairs;
}

/** Columns with the concordance of each constant order, by position. */
const constantOrders = Array.from({ length: orderCount }, (_, order) => `constantOrder${order}` as const);

/** Sums, and the weights that they are divided by. Order scores are shares of a group's pairs. */
export const rankingColumns = [
  'orderScore',
  'orderGroups',
  'lostGroups',
  'concordance',
  'concordanceGroups',
  'outcomePairsRight',
  'outcomePairs',
  'tokenPairsRight',
  'tokenPairs',
  'labelOrderScore',
  'labelOrderGroups',
  'repeatOrderScore',
  'repeatOrderGroups',
  'repeatConcordance',
  'repeatConcordanceGroups',
  'repeatOutcomePairsRight',
  'repeatOutcomePairs',
  'repeatTokenPairsRight',
  'repeatTokenPairs',
  'questionsRight',
  'questions',
  'tokens',
  'tokenQuestions',
  'tokenDeviationShare',
  'tokenDeviationGroups',
  'rankingTokens',
  'rankings',
  'labelConcordance',
  'labelConcordanceGroups',
  'tiedPairs',
  'pairs',
  'constantGroups',
  ...constantOrders,
] as const;
type RankingColumn = (typeof rankingColumns)[number];

/** Index of each column. */
export const rankingPlaces = placesOf(rankingColumns);

/** Index of the column of the first constant order. */
const firstOrder = rankingPlaces.constantOrder0 as number; // of a column above

/** Returns the summed concordance of each constant order. */
export function constantOrderScores(tally: ArrayLike<number>): readonly number[] {
  return constantOrders.map((_, order) => tally[firstOrder + order] ?? 0);
}

interface Solved {
  readonly unit: string;
  readonly correct: boolean;
  readonly tokens: number;
}

/** Compares two solves: negative when `a` is truly easier (right before wrong, then fewer tokens), 0 for a tie. */
function compare(a: Solved, b: Solved): number {
  return Number(b.correct) - Number(a.correct) || a.tokens - b.tokens;
}

/**
 * Returns the tokens that an answer is ranked by; null where they were not counted. A recorded wrong answer without a
 * count ranks last, in the given order, as in the authors' code.
 */
export function rankedTokens({ correct, tokens }: Solve): number | null {
  const isLast = correct.kind === 'present' && correct.step === 'recorded' && !correct.value;
  return tokens ?? (isLast ? Number.MAX_VALUE : null);
}

/** Returns the questions of one execution; null unless each has a known result and token count. */
function complete(units: readonly string[], solves: readonly Solve[]): readonly Solved[] | null {
  const solved = solves.flatMap((solve, index) => {
    const { correct } = solve;
    const unit = units[index];
    const tokens = rankedTokens(solve);
    if (correct.kind === 'absent' || unit === undefined || tokens === null) return [];
    return [{ unit, correct: correct.value, tokens }];
  });
  return solved.length === units.length ? solved : null;
}

export function rankingTally(outcome: RankingOutcome, policy: TallyPolicy): readonly number[] {
  const { counts, add } = emptyTally();
  const executions = outcome.executions.filter((solves) => !solves.some(({ correct }) => isNotAsked(correct)));
  const asked = executions.length === outcome.executions.length ? outcome : { ...outcome, executions };
  if (!isNotAsked(outcome.prediction) && executions.length > 0) addOrder(asked, policy, add);
  addQuestions(outcome, policy, add);
  return counts;
}

function emptyTally(): { readonly counts: readonly number[]; readonly add: Add } {
  const counts = rankingColumns.map(() => 0);
  const add = (column: RankingColumn, amount: number) => {
    const index = rankingPlaces[column] as number; // of a column above
    counts[index] = (counts[index] as number) + amount;
  };
  return { counts, add };
}

/**
 * Returns the columns that depend on the prediction, under the policy `parsed`, as `rankingTally` counts them; the
 * others are 0. Use it for many predictions of one outcome: constant orders and re-executions are most of the work.
 */
export function predictionTally({ units, prediction, executions }: RankingOutcome): readonly number[] {
  const { counts, add } = emptyTally();
  const known = executions.flatMap((solves) => {
    const truth = solves.some(({ correct }) => isNotAsked(correct)) ? null : complete(units, solves);
    return truth === null ? [] : [truth];
  });
  if (prediction.kind === 'present')
    addPrediction(prediction.value, known, { share: 1 / Math.max(1, known.length), add });
  return counts;
}

type Add = (column: RankingColumn, amount: number) => void;

/** Adds one prediction's scores. `share` is the weight of one execution. */
function addPrediction(
  order: readonly string[],
  known: readonly (readonly Solved[])[],
  { share, add }: { readonly share: number; readonly add: Add },
): void {
  for (const truth of known) {
    add('orderScore', share * orderScore(order, truth));
    add('orderGroups', share);
  }
  addConcordance(order, known, { share: share * known.length, add, columns: ofPredictions });
}

function addOrder({ units, prediction, executions, label }: RankingOutcome, policy: TallyPolicy, add: Add): void {
  if (policy === 'parsed' && prediction.kind === 'absent') return; // label and re-execution use the same groups as the score
  const truths = executions.map((solves) => complete(units, solves));
  const known = truths.filter((truth) => truth !== null);
  const share = 1 / (policy === 'parsed' ? Math.max(1, known.length) : truths.length);
  for (const truth of known) {
    if (label !== null) {
      add('labelOrderScore', share * orderScore(label, truth));
      add('labelOrderGroups', share);
    }
  }
  if (prediction.kind === 'present') {
    addPrediction(prediction.value, known, { share, add });
    addConstants(known, share * known.length, add);
  }
  if (label !== null) {
    addConcordance(label, known, { share: share * known.length, add, columns: ofLabels });
  }
  addRepeats(known, add);
  if (policy === 'failures-wrong') {
    const lost = prediction.kind === 'absent' ? 1 : share * (truths.length - known.length);
    add('orderGroups', lost);
    add('lostGroups', lost);
    add('concordanceGroups', lost);
  }
}

/** Adds one execution's order as the prediction of another's, over all ordered pairs of executions. */
function addRepeats(truths: readonly (readonly Solved[])[], add: Add): void {
  if (truths.length < 2) return;
  const share = 1 / truths.length;
  for (const predictor of truths) {
    const order = predictor.toSorted(compare).map(({ unit }) => unit);
    const others = truths.filter((truth) => truth !== predictor);
    for (const truth of others) add('repeatOrderScore', (share * orderScore(order, truth)) / others.length);
    // An execution that ties two questions does not order them, so each of the two orders has half of the weight.
    const reversed = predictor
      .toReversed()
      .toSorted(compare)
      .map(({ unit }) => unit);
    for (const tied of [order, reversed]) addConcordance(tied, others, { share: share / 2, add, columns: ofRepeats });
  }
  add('repeatOrderGroups', 1);
}

/**
 * Returns the share of pairs that the order predicts correctly. Ties of the true order are broken by position, as in
 * the published code.
 */
function orderScore(order: readonly string[], truth: readonly Solved[]): number {
  const places = truth.toSorted(compare).map(({ unit }) => order.indexOf(unit)); // stable: ties keep the data's order
  let right = 0;
  let pairs = 0;
  for (let easier = 0; easier < places.length; easier += 1) {
    for (let harder = easier + 1; harder < places.length; harder += 1) {
      pairs += 1;
      if ((places[easier] as number) < (places[harder] as number)) right += 1;
    }
  }
  return right / pairs;
}

interface ConcordanceColumns {
  readonly all: readonly [RankingColumn, RankingColumn];
  readonly outcomes: readonly [RankingColumn, RankingColumn];
  readonly tokens: readonly [RankingColumn, RankingColumn];
}

const ofPredictions: ConcordanceColumns = {
  all: ['concordance', 'concordanceGroups'],
  outcomes: ['outcomePairsRight', 'outcomePairs'],
  tokens: ['tokenPairsRight', 'tokenPairs'],
};
const ofLabels: Pick<ConcordanceColumns, 'all'> = { all: ['labelConcordance', 'labelConcordanceGroups'] };
const ofRepeats: ConcordanceColumns = {
  all: ['repeatConcordance', 'repeatConcordanceGroups'],
  outcomes: ['repeatOutcomePairsRight', 'repeatOutcomePairs'],
  tokens: ['repeatTokenPairsRight', 'repeatTokenPairs'],
};

/**
 * Adds concordance. Pairs of right and wrong answers and pairs of lengths are two constructs; a true tie counts one
 * half. Every execution of a question is compared with every execution of another question, because all are separate
 * sessions and their sample numbers do not match them.
 */
function addConcordance(
  order: readonly string[],
  truths: readonly (readonly Solved[])[],
  {
    share,
    add,
    columns,
  }: {
    readonly share: number;
    readonly add: Add;
    readonly columns: Pick<ConcordanceColumns, 'all'> & Partial<ConcordanceColumns>;
  },
): void {
  const [first] = truths;
  if (first === undefined) return;
  const units = first.map(({ unit }) => unit);
  // A recorded order may name no question: its authors scored it with no pair right.
  const named = order.length === units.length && units.every((unit) => order.includes(unit));
  const rightly = named ? share : 0;
  const ranked = {
    prediction: named ? order.map((unit) => units.indexOf(unit)) : [...units.keys()],
    runs: units.map((_, index) => truths.map((truth) => truth[index] as Solved)), // each truth has all units
    compare,
  };
  const { all, selected: byTokens, others: byOutcome } = splitConcordance(ranked, sameOutcome);
  add(columns.all[0], (rightly * all.agree) / all.pairs);
  add(columns.all[1], share);
  if (columns.outcomes === undefined || columns.tokens === undefined) return;
  add(columns.outcomes[0], rightly * byOutcome.agree);
  add(columns.outcomes[1], share * byOutcome.pairs);
  add(columns.tokens[0], rightly * byTokens.agree);
  add(columns.tokens[1], share * byTokens.pairs);
}

function sameOutcome(a: Solved, b: Solved): boolean {
  return a.correct === b.correct;
}

/** Adds the score of every constant order and the share of tied pairs. */
function addConstants(truths: readonly (readonly Solved[])[], share: number, add: Add): void {
  const questions = truths[0]?.length ?? 0;
  if (questions === 0) return;
  const pooled = winsOf(truths);
  if (ordersOf(questions).length > 0) add('constantGroups', share);
  for (const [index, order] of ordersOf(questions).entries()) {
    add(constantOrders[index] as RankingColumn, share * orderConcordance(order, pooled)); // as many columns as orders
  }
  for (const truth of truths) {
    for (const [index, one] of truth.entries()) {
      for (const other of truth.slice(index + 1)) {
        add('pairs', share / truths.length);
        if (compare(one, other) === 0) add('tiedPairs', share / truths.length);
      }
    }
  }
}

/** Returns the pairwise wins over all pairs of executions of two questions. */
function winsOf(truths: readonly (readonly Solved[])[]): PairWins {
  const pairs = truths.length ** 2;
  return (truths[0] ?? []).map((_, one) =>
    (truths[0] ?? []).map((__, other) => {
      let wins = 0;
      for (const first of truths) {
        for (const second of truths) {
          const order = compare(first[one] as Solved, second[other] as Solved);
          wins += order < 0 ? 1 : order === 0 ? 0.5 : 0;
        }
      }
      return wins / pairs;
    }),
  );
}

function addQuestions(
  { executions, predictionTokens: forecastTokens }: RankingOutcome,
  policy: TallyPolicy,
  add: Add,
): void {
  if (forecastTokens !== null) {
    add('rankingTokens', forecastTokens);
    add('rankings', 1);
  }
  for (const solves of executions) {
    const share = 1 / executions.length;
    const tokens: number[] = [];
    for (const solve of solves) {
      const { correct } = solve;
      if (correct.kind === 'present') add('questionsRight', correct.value ? share : 0);
      if (correct.kind === 'present' || (policy === 'failures-wrong' && !isNotAsked(correct))) add('questions', share);
      if (solve.tokens === null) continue;
      tokens.push(solve.tokens);
      add('tokens', share * solve.tokens);
      add('tokenQuestions', share);
    }
    const deviation = deviationShare(tokens);
    if (tokens.length < solves.length || deviation === null) continue;
    add('tokenDeviationShare', share * deviation);
    add('tokenDeviationGroups', share);
  }
}

/** Returns the standard deviation (n - 1) divided by the mean; null where the mean is not usable. */
function deviationShare(values: readonly number[]): number | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2 || !(mean > 0)) return null;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1)) / mean;
}
