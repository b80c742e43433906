import { seededRandom, shuffled } from '../util/random.ts';

const folds = 10;
const shuffles = 20;

/**
 * Returns each cluster's score by the rule that scores best on other clusters: clusters are divided into ten folds, a
 * fold is scored by the rule that is best on the nine others, and the result is averaged over 20 divisions (Stone
 * 1974). scores[cluster][rule] are sums, so that large clusters count more. If no rule is better than another, the mean
 * is chance level, because no cluster is scored where its rule was chosen. Ties go to the first rule.
 */
export function crossFitted(scores: readonly ArrayLike<number>[], seed: number): Float64Array {
  const rules = scores[0]?.length ?? 0;
  const fitted = new Float64Array(scores.length);
  if (rules === 0) return fitted;
  for (let deal = 0; deal < shuffles; deal += 1) {
    const order = shuffled([...scores.keys()], seededRandom('cross-fitted', seed, deal));
    const parts = Math.min(folds, scores.length);
    const sums = Array.from({ length: parts }, () => new Float64Array(rules));
    const all = new Float64Array(rules);
    for (const [turn, cluster] of order.entries()) {
      const part = sums[turn % parts] as Float64Array;
      for (let rule = 0; rule < rules; rule += 1) {
        const score = scores[cluster]?.[rule] as number;
        part[rule] = (part[rule] as number) + score;
        all[rule] = (all[rule] as number) + score;
      }
    }
    const best = sums.map((part) => bestOf(all, part));
    for (const [turn, cluster] of order.entries()) {
      const score = scores[cluster]?.[best[turn % parts] as number] as number;
      fitted[cluster] = (fitted[cluster] as number) + score;
    }
  }
  return fitted.map((sum) => sum / shuffles);
}

/** Returns the rule that scores best on everything except a part. */
function bestOf(all: Float64Array, part: Float64Array): number {
  let best = 0;
  for (let rule = 1; rule < all.length; rule += 1) {
    const lead = (all[rule] as number) - (part[rule] as number) - ((all[best] as number) - (part[best] as number));
    if (lead > 1e-9) best = rule;
  }
  return best;
}
