/** Additive sums over pairs of units, so that groups can be pooled and left out. */
export interface Concordance {
  /** Sum of the pairs' scores. */
  readonly agree: number;
  /** Number of pairs; a pair counts by the share of its run pairs that are included. */
  readonly pairs: number;
}

export interface RankedRuns<Run> {
  /** Indices of the units, the easiest first. */
  readonly prediction: readonly number[];
  /** runs[unit]: result of each execution of the unit; empty without executions. */
  readonly runs: readonly (readonly Run[])[];
  /** Returns a negative number where the first run is of the easier unit, 0 for a tie. */
  readonly compare: (first: Run, second: Run) => number;
}

/** The concordance over all run pairs, over those that a condition selects, and over the others. */
export interface SplitConcordance {
  readonly all: Concordance;
  readonly selected: Concordance;
  readonly others: Concordance;
}

/**
 * Returns the concordance of a predicted order with executions, and that of two constructs apart, such as pairs of equal and
 * of different correctness: the sum over pairs of units of pi, where i is predicted easier than j and pi is the share of run
 * pairs in which it was; ties count one half. 0.5 = chance (Kendall 1938; pi as in Harrell's c index).
 */
export function splitConcordance<Run>(
  { prediction, runs, compare }: RankedRuns<Run>,
  selects: (first: Run, second: Run) => boolean,
): SplitConcordance {
  if (
    prediction.length !== runs.length ||
    new Set(prediction).size !== runs.length ||
    prediction.some((unit) => runs[unit] === undefined)
  ) {
    throw new RangeError(`the order ${prediction.join(' ')} must name each of ${runs.length} units once`);
  }
  const all = { agree: 0, pairs: 0 };
  const selected = { agree: 0, pairs: 0 };
  const others = { agree: 0, pairs: 0 };
  for (let index = 0; index < prediction.length; index += 1) {
    const easier = runs[prediction[index] as number] ?? [];
    for (let after = index + 1; after < prediction.length; after += 1) {
      const harder = runs[prediction[after] as number] ?? [];
      const runPairs = easier.length * harder.length;
      if (runPairs === 0) continue;
      let [agree, agreeSelected, pairsSelected] = [0, 0, 0];
      for (const one of easier) {
        for (const other of harder) {
          const order = compare(one, other);
          const score = order < 0 ? 1 : order === 0 ? 0.5 : 0;
          agree += score;
          if (!selects(one, other)) continue;
          agreeSelected += score;
          pairsSelected += 1;
        }
      }
      add(all, agree / runPairs, 1);
      add(selected, agreeSelected / runPairs, pairsSelected / runPairs);
      add(others, (agree - agreeSelected) / runPairs, (runPairs - pairsSelected) / runPairs); // exact: halves and counts
    }
  }
  return { all, selected, others };
}

function add(sums: { agree: number; pairs: number }, agree: number, pairs: number): void {
  sums.agree += agree;
  sums.pairs += pairs;
}
