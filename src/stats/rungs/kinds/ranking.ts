import { type Answered, type AnswerKind, bestOf, type Constant } from '../answer-kind.ts';

/** Positions of a group's members, the easiest first. */
export type Order = readonly number[];

/**
 * The executions of one group: for each pair of members (0,1), (0,2), .., (1,2), .. the share of pairs of executions in
 * which the first was easier, a tie counting one half.
 */
export interface PairWins {
  readonly members: number;
  readonly wins: readonly number[];
}

/** Largest group whose orders are all constants; of larger ones: the order given and the best one of the data, and the reverse of both. */
const maxEnumerated = 5;

/** Returns the position of the pair of members i < j in `wins`. */
function pairAt(i: number, j: number, members: number): number {
  return (i * (2 * members - i - 1)) / 2 + j - i - 1;
}

/** Returns, for each pair, whether an order has its first member first (1 or 0). */
function winsOf(order: Order): readonly number[] {
  const place = new Array<number>(order.length);
  for (const [at, member] of order.entries()) place[member] = at;
  return place.flatMap((own, i) => place.slice(i + 1).map((other) => Number(own < other)));
}

function agreement(order: Order, wins: readonly number[]): number {
  let right = 0;
  const members = order.length;
  for (let at = 0; at < members; at += 1) {
    for (let after = at + 1; after < members; after += 1) {
      const [i, j] = [order[at] as number, order[after] as number];
      right += i < j ? (wins[pairAt(i, j, members)] as number) : 1 - (wins[pairAt(j, i, members)] as number);
    }
  }
  return right / wins.length;
}

const score = (order: Order, { wins }: PairWins) => agreement(order, wins);

function meanWins(all: readonly (readonly number[])[]): readonly number[] {
  const sums = new Array<number>(all[0]?.length ?? 0).fill(0);
  for (const wins of all)
    for (const [pair, win] of wins.entries()) sums[pair] = (sums[pair] as number) + win / all.length;
  return sums;
}

function permutations(values: Order): readonly Order[] {
  if (values.length < 2) return [values];
  return values.flatMap((first) =>
    permutations(values.filter((value) => value !== first)).map((rest) => [first, ...rest]),
  );
}

const enumerated = new Map<number, readonly Constant<Order>[]>();

function named(answer: Order): Constant<Order> {
  return { name: answer.map((member) => member + 1).join(' < '), answer };
}

/** Returns the constant orders of groups of one size. */
function constants(outcomes: readonly PairWins[]): readonly Constant<Order>[] {
  const [first] = outcomes;
  if (first === undefined) return [];
  const given = Array.from({ length: first.members }, (_, member) => member);
  if (first.members > maxEnumerated) {
    const best = byWins(outcomes, given);
    return [named(given), named(given.toReversed()), best, named(best.answer.toReversed())];
  }
  const orders = enumerated.get(first.members) ?? permutations(given).map(named);
  enumerated.set(first.members, orders);
  return orders;
}

/** Returns the order by mean share of pairs won (Copeland's order for groups that are too large to enumerate). */
function byWins(outcomes: readonly PairWins[], given: Order): Constant<Order> {
  const wins = meanWins(outcomes.map((each) => each.wins));
  const total = (i: number) =>
    given.reduce((sum, j) => {
      if (i === j) return sum;
      return (
        sum + (i < j ? (wins[pairAt(i, j, given.length)] as number) : 1 - (wins[pairAt(j, i, given.length)] as number))
      );
    }, 0);
  const totals = given.map(total);
  return named(given.toSorted((i, j) => (totals[j] as number) - (totals[i] as number) || i - j));
}

/** Returns the order with the lowest or the highest score; of large groups, that of the questions' shares of pairs won. */
function orderBy(outcome: PairWins, worst: 'lowest' | 'highest'): Order {
  const sign = worst === 'highest' ? 1 : -1;
  return bestOf(constants([outcome]), [outcome], (order, truth) => sign * score(order, truth)).answer;
}

/** Orders of groups from easiest to hardest. Score: concordance, the share of pairs in the order of the executions. */
export const ranking: AnswerKind<Order, PairWins> = {
  name: 'ranking',
  scale: { lowest: 0, highest: 1 },
  isShare: false,
  score,
  deal: (predictions, outcomes) => {
    const said = meanWins(predictions.map(winsOf));
    const did = meanWins(outcomes.map(({ wins }) => wins));
    return {
      ofPredictions: Float64Array.from(predictions, (order) => agreement(order, did)),
      ofOutcomes: Float64Array.from(outcomes, ({ wins }) => bilinear(said, wins)),
    };
  },
  constants,
  best: (outcomes) => bestOf(constants(outcomes), outcomes, score),
  predictionKey: (order) => order.join(' '),
  outcomeKey: ({ wins }) => wins.join(' '),
  predictionLevel: (order, best) => agreement(best, winsOf(order)),
  outcomeLevel: ({ wins }, best) => agreement(best, wins),
  groupOf: ({ prediction, outcome }) => prediction?.length ?? outcome?.members ?? null,
  fill,
  lowest: (outcome) => score(orderBy(outcome, 'lowest'), outcome),
  lowestDifference: (order, constant) => agreement(constant, winsOf(order)) - 1 || 0,
};

function bilinear(said: readonly number[], wins: readonly number[]): number {
  let sum = 0;
  for (const [pair, p] of said.entries()) sum += p * (wins[pair] as number) + (1 - p) * (1 - (wins[pair] as number));
  return sum / wins.length;
}

function fill(
  { prediction, outcome }: Answered<Order, PairWins>,
  { worst, predictions }: { readonly worst: 'lowest' | 'highest'; readonly predictions: readonly Order[] },
) {
  const order = prediction ?? (outcome === null ? (predictions[0] ?? [0, 1]) : orderBy(outcome, worst));
  const truth = worst === 'highest' ? order : order.toReversed();
  return { prediction: order, outcome: outcome ?? { members: order.length, wins: winsOf(truth) } };
}
