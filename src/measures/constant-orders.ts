/** Orders of up to so many questions are all looked at; of more there are too many. */
const maxQuestions = 4;

/** Number of constant orders of a full group of four questions, which is how many columns they take. */
export const orderCount = 24;

/** wins[i][j]: share of pairs of executions in which question i was easier than question j, a tie being one half. */
export type PairWins = readonly (readonly number[])[];

/** All orders of so many questions by position, the data set's own first; none where there are too many. */
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
  [2, 3, 4].map((length) => [length, permutations(Array.from({ length }, (_, place) => place))]),
);

/** Share of pairs that an order gets right. */
export function orderConcordance(order: readonly number[], wins: PairWins): number {
  let right = 0;
  let pairs = 0;
  for (const [place, first] of order.entries()) {
    for (const second of order.slice(place + 1)) {
      right += wins[first]?.[second] ?? 0;
      pairs += 1;
    }
  }
  return right / pairs;
}

interface Bracket {
  /** What the best order of these executions scores in them: biased up, since it is chosen on what it is scored on. */
  readonly up: number;
  /** What the order that is best in the other executions scores in each: biased down, since it is chosen on fewer. */
  readonly down: number;
}

/** Brackets what the best prediction of one group scores, from the wins of each execution; null below two executions. */
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
