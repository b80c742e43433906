import type { Observed } from '../domain/outcome.ts';
import type { UnitPolicy } from '../domain/policy.ts';
import { splitConcordance } from '../stats/concordance.ts';
import { isNotAsked } from './absences.ts';
import { termsOf } from './terms.ts';

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

/**
 * Terms of a ranked group: sums, and the weights that they are divided by. Order scores are shares of a group's pairs.
 */
const terms = termsOf('ranking', [
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
]);
export const { mean, share } = terms;
type RankingTerms = ReturnType<typeof terms.zero>;

/** A sum and its weight. */
type Pair = readonly [sum: RankingTerm, weight: RankingTerm];
type RankingTerm = Exclude<keyof RankingTerms, 'list' | 'addTo' | 'numbers'>;

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

/** Returns the terms of one group. */
export function rankingTerms(outcome: RankingOutcome, policy: UnitPolicy): RankingTerms {
  const own = terms.zero();
  const executions = outcome.executions.filter((solves) => !solves.some(({ correct }) => isNotAsked(correct)));
  if (!isNotAsked(outcome.prediction) && executions.length > 0) addOrder(own, { ...outcome, executions }, policy);
  addQuestions(own, outcome, policy);
  return own;
}

function addOrder(own: RankingTerms, outcome: RankingOutcome, policy: UnitPolicy): void {
  const { units, prediction, executions, label } = outcome;
  if (policy === 'parsed' && prediction.kind === 'absent') return; // label and re-execution use the same groups as the score
  const truths = executions.map((solves) => complete(units, solves));
  const known = truths.filter((truth) => truth !== null);
  const each = 1 / (policy === 'parsed' ? Math.max(1, known.length) : truths.length);
  const scored = { known, each, weight: each * known.length };
  if (label !== null) addScores(own, label, { ...scored, ...ofLabels });
  if (prediction.kind === 'present') {
    addScores(own, prediction.value, { ...scored, ...ofPredictions });
    addTies(own, known, scored.weight);
  }
  addRepeats(own, known);
  if (policy === 'failures-wrong') {
    const lost = prediction.kind === 'absent' ? 1 : each * (truths.length - known.length);
    own.orderGroups += lost;
    own.lostGroups += lost;
    own.concordanceGroups += lost;
  }
}

interface Scored extends ConcordanceTerms {
  readonly known: readonly (readonly Solved[])[];
  /** Weight of one execution, and of all known ones. */
  readonly each: number;
  readonly weight: number;
  readonly order: Pair;
}

/** Adds the order score and the concordance of an order. */
function addScores(own: RankingTerms, ranked: readonly string[], { order: [sum, groups], ...scored }: Scored): void {
  for (const truth of scored.known) {
    own[sum] += scored.each * orderScore(ranked, truth);
    own[groups] += scored.each;
  }
  addConcordance(own, ranked, scored);
}

/** Adds one execution's order as the prediction of another's, over all ordered pairs of executions. */
function addRepeats(own: RankingTerms, truths: readonly (readonly Solved[])[]): void {
  if (truths.length < 2) return;
  const each = 1 / truths.length;
  for (const predictor of truths) {
    const order = predictor.toSorted(compare).map(({ unit }) => unit);
    const known = truths.filter((truth) => truth !== predictor);
    for (const truth of known) own.repeatOrderScore += (each * orderScore(order, truth)) / known.length;
    // An execution that ties two questions does not order them, so each of the two orders has half of the weight.
    const reversed = predictor
      .toReversed()
      .toSorted(compare)
      .map(({ unit }) => unit);
    for (const tied of [order, reversed]) addConcordance(own, tied, { known, weight: each / 2, ...ofRepeats });
  }
  own.repeatOrderGroups += 1;
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

interface ConcordanceTerms {
  readonly all: Pair;
  readonly outcomes?: Pair;
  readonly tokens?: Pair;
}

const ofPredictions = {
  order: ['orderScore', 'orderGroups'],
  all: ['concordance', 'concordanceGroups'],
  outcomes: ['outcomePairsRight', 'outcomePairs'],
  tokens: ['tokenPairsRight', 'tokenPairs'],
} as const;
const ofLabels = {
  order: ['labelOrderScore', 'labelOrderGroups'],
  all: ['labelConcordance', 'labelConcordanceGroups'],
} as const;
const ofRepeats = {
  all: ['repeatConcordance', 'repeatConcordanceGroups'],
  outcomes: ['repeatOutcomePairsRight', 'repeatOutcomePairs'],
  tokens: ['repeatTokenPairsRight', 'repeatTokenPairs'],
} as const;

/**
 * Adds concordance. Pairs of right and wrong answers and pairs of lengths are two constructs; a true tie counts one
 * half. Every execution of a question is compared with every execution of another question, because all are separate
 * sessions and their sample numbers do not match them.
 */
function addConcordance(
  own: RankingTerms,
  order: readonly string[],
  { known, weight, all, outcomes, tokens }: Pick<Scored, 'known' | 'weight'> & ConcordanceTerms,
): void {
  const [first] = known;
  if (first === undefined) return;
  const units = first.map(({ unit }) => unit);
  // A recorded order may name no question: its authors scored it with no pair right.
  const named = order.length === units.length && units.every((unit) => order.includes(unit));
  const rightly = named ? weight : 0;
  const ranked = {
    prediction: named ? order.map((unit) => units.indexOf(unit)) : [...units.keys()],
    runs: units.map((_, index) => known.map((truth) => truth[index] as Solved)), // each truth has all units
    compare,
  };
  const found = splitConcordance(ranked, sameOutcome);
  own[all[0]] += (rightly * found.all.agree) / found.all.pairs;
  own[all[1]] += weight;
  if (outcomes === undefined || tokens === undefined) return;
  own[outcomes[0]] += rightly * found.others.agree;
  own[outcomes[1]] += weight * found.others.pairs;
  own[tokens[0]] += rightly * found.selected.agree;
  own[tokens[1]] += weight * found.selected.pairs;
}

function sameOutcome(a: Solved, b: Solved): boolean {
  return a.correct === b.correct;
}

/** Adds the share of tied pairs. */
function addTies(own: RankingTerms, truths: readonly (readonly Solved[])[], weight: number): void {
  for (const truth of truths) {
    for (const [index, one] of truth.entries()) {
      for (const other of truth.slice(index + 1)) {
        own.pairs += weight / truths.length;
        if (compare(one, other) === 0) own.tiedPairs += weight / truths.length;
      }
    }
  }
}

function addQuestions(own: RankingTerms, outcome: RankingOutcome, policy: UnitPolicy): void {
  const { executions, predictionTokens } = outcome;
  if (predictionTokens !== null) {
    own.rankingTokens = predictionTokens;
    own.rankings = 1;
  }
  for (const solves of executions) {
    const each = 1 / executions.length;
    const tokens: number[] = [];
    for (const solve of solves) {
      const { correct } = solve;
      if (correct.kind === 'present') own.questionsRight += correct.value ? each : 0;
      if (correct.kind === 'present' || (policy === 'failures-wrong' && !isNotAsked(correct))) own.questions += each;
      if (solve.tokens === null) continue;
      tokens.push(solve.tokens);
      own.tokens += each * solve.tokens;
      own.tokenQuestions += each;
    }
    const deviation = deviationShare(tokens);
    if (tokens.length < solves.length || deviation === null) continue;
    own.tokenDeviationShare += each * deviation;
    own.tokenDeviationGroups += each;
  }
}

/** Returns the standard deviation (n - 1) divided by the mean; null where the mean is not usable. */
function deviationShare(values: readonly number[]): number | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2 || !(mean > 0)) return null;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1)) / mean;
}
