/** Maximum number of questions whose orders are all enumerated; larger groups have too many. */
const maxQuestions = 4;

/** Number of orders of a full group of four questions, and so the number of their columns. */
export const orderCount = 24;

/** wins[i][j]: share of pairs of executions in which question i was easier than question j; a tie counts one half. */
export type PairWins = readonly (readonly number[])[];

/** Returns all orders of n questions by position, the data set's order first; empty if there are too many. */
export function ordersOf(questions: number): readonly (readonly number[])[] {
  return questions < 2 || questions > maxQuestions ? [] : (byLength[questions] ?? []);
}

function permutations(values: readonly number[]): readonly (readonly number[])[] {
  if (values.length < 2) return [values];
  return values.flatMap((first) =>
    permutations(values.filter((value) => value !== first)).map((rest) => [first, ...rest]),
  );
}

const byLength: Readonly<Record<number, readonly (readonly number[])[]>> = Object.fromEntries(
  [2, 3, 4].map((length) => [length, permutations(Array.from({ length }, (_, index) => index))]),
);

/** Returns the share of pairs that an order predicts correctly. */
export function orderConcordance(order: readonly number[], wins: PairWins): number {
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

interface Bracket {
  /**
   * Score of the best order of these executions on the same executions: biased up, because it is chosen on the data
   * that it is scored on.
   */
  readonly up: number;
  /**
   * Score in each execution of the order that is best in the others: biased down, because it is chosen on fewer
   * executions.
   */
  readonly down: number;
}

/** Brackets the score of the best prediction of one group, from the wins of each execution; null below two executions. */
export function bestOrder(executions: readonly PairWins[], questions: number): Bracket | null {
  const orders = ordersOf(questions);
  if (executions.length < 2 || orders.length === 0) return null;
  const scores = executions.map((wins) => orders.map((order) => orderConcordance(order, wins)));
  const sums = orders.map((_, order) => scores.reduce((sum, own) => sum + (own[order] as number), 0));
  const down = scores.map((own) => {
    const rest = sums.map((sum, order) => sum - (own[order] as number));
    const most = Math.max(...rest);
    const best = own.filter((_, order) => (rest[order] as number) > most - 1e-9);
    return best.reduce((sum, score) => sum + score, 0) / best.length;
  });
  return {
    up: Math.max(...sums) / executions.length,
    down: down.reduce((sum, score) => sum + score, 0) / executions.length,
  };
}
