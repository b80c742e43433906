import { ratio } from '../basic/moments.ts';

/** Additive sums over pairs of units, so that groups can be pooled and bootstrapped. */
export interface Concordance {
  /** Sum of the pairs' scores. */
  readonly agree: number;
  /** Number of pairs; a pair counts by the share of its run pairs that are included. */
  readonly pairs: number;
}

export interface RankedRuns<Run> {
  /** Indices of the units, the easiest first. */
  readonly forecast: readonly number[];
  /** runs[unit]: result of each execution of the unit; empty without executions. */
  readonly runs: readonly (readonly Run[])[];
  /** Returns a negative number where the first run is of the easier unit, 0 for a tie. */
  readonly compare: (first: Run, second: Run) => number;
  /** Returns whether a run pair counts, to separate two constructs (correct against wrong, token counts). */
  readonly include?: (first: Run, second: Run) => boolean;
}

/**
 * Returns the concordance of a predicted order with executions: the sum over pairs of units of pi, where i is predicted
 * easier than j and pi is the share of run pairs in which it was; ties count one half. 0.5 = chance (Kendall 1938; pi
 * as in Harrell's c index).
 */
export function concordance<Run>(ranking: RankedRuns<Run>): Concordance {
  const { forecast, runs } = ranking;
  if (
    forecast.length !== runs.length ||
    new Set(forecast).size !== runs.length ||
    forecast.some((unit) => runs[unit] === undefined)
  ) {
    throw new RangeError(`the order ${forecast.join(' ')} must name each of ${runs.length} units once`);
  }
  let agree = 0;
  let pairs = 0;
  for (let place = 0; place < forecast.length; place += 1) {
    for (let after = place + 1; after < forecast.length; after += 1) {
      const pair = runPairs(ranking, forecast[place] as number, forecast[after] as number);
      if (pair === null) continue;
      agree += pair.agree;
      pairs += pair.pairs;
    }
  }
  return { agree, pairs };
}

/** Returns agree / pairs, in [0, 1]; null without pairs. */
export function concordanceShare({ agree, pairs }: Concordance): number | null {
  return ratio(agree, pairs);
}

function runPairs<Run>(ranking: RankedRuns<Run>, easier: number, harder: number): Concordance | null {
  const [first, second] = [ranking.runs[easier] ?? [], ranking.runs[harder] ?? []];
  const all = first.length * second.length;
  if (all === 0) return null;
  let agree = 0;
  let included = 0;
  for (const one of first) {
    for (const other of second) {
      if (ranking.include !== undefined && !ranking.include(one, other)) continue;
      const order = ranking.compare(one, other);
      agree += order < 0 ? 1 : order === 0 ? 0.5 : 0;
      included += 1;
    }
  }
  return { agree: agree / all, pairs: included / all };
}
