import type { CompareVerdictWord } from '../../src/analyze/self-knowledge/advantage-verdict.ts';
import { repeats } from './simulate.ts';

/** Number of data sets per claim about verdicts, in the long form. */
const datasets = 300;

/**
 * Returns the shares of verdicts over data sets of one world; prints them in the long form, for docs/statistics.md. The
 * long form allows nothing beyond a limit; the short form allows two Monte Carlo standard errors.
 */
export function verdictShares<World>(
  world: World,
  verdictIn: (world: World, seed: number) => CompareVerdictWord,
  short: number,
) {
  const count = repeats(short, datasets);
  const found = Array.from({ length: count }, (_, seed) => verdictIn(world, seed));
  const share = (word: CompareVerdictWord) => found.filter((verdict) => verdict === word).length / count;
  const slackAt = (limit: number) => (count === datasets ? 0 : 2 * Math.sqrt((limit * (1 - limit)) / count));
  const shares = {
    advantage: share('advantage'),
    disadvantage: share('disadvantage'),
    none: share('none'),
    insufficient: share('insufficient'),
    needsFour: share('needs-four-models'),
  };
  if (count === datasets) console.log(JSON.stringify(world), `${count} data sets:`, JSON.stringify(shares));
  return { ...shares, slackAt };
}
