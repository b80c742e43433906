import { seededRandom, shuffled } from '../util/random.ts';

const folds = 10;
const shuffles = 20;

/**
 * Returns each cluster's score by the rule that scores best on other clusters: clusters are divided into ten folds, a
 * fold is scored by the rule that is best on the nine others, and the result is averaged over 20 divisions (Stone
 * 1974). scores[cluster][rule] are sums, so that large clusters count more. Ties go to the first rule.
 *
 * A rule is chosen only if it leads the mean of all rules by one standard error of that lead, over the clusters of the
 * nine folds; otherwise the fold gets the mean of all rules, which is what a rule drawn at random scores. Without this,
 * 60 yes/no answers of which half are yes score .34, because leaving out a fold with more of one answer makes the other
 * answer the best of the rest. If no rule is better than another, the mean over data sets is chance level, because no
 * cluster is scored where its rule was chosen.
 */
export function crossFitted(scores: readonly ArrayLike<number>[], seed: number): Float64Array {
  const rules = scores[0]?.length ?? 0;
  const fitted = new Float64Array(scores.length);
  if (rules === 0) return fitted;
  const table = new Float64Array(scores.length * rules);
  for (let cluster = 0; cluster < scores.length; cluster += 1) {
    const row = scores[cluster] as ArrayLike<number>;
    for (let rule = 0; rule < rules; rule += 1) table[cluster * rules + rule] = row[rule] as number;
  }
  const means = Float64Array.from(scores, meanOf);
  for (let deal = 0; deal < shuffles; deal += 1) {
    const order = shuffled([...scores.keys()], seededRandom('cross-fitted', seed, deal));
    const parts = Math.min(folds, scores.length);
    const chosen = chosenRules({ table, rules, means, order, parts });
    for (let turn = 0; turn < order.length; turn += 1) {
      const cluster = order[turn] as number;
      const rule = chosen[turn % parts] as number | null;
      const score = rule === null ? means[cluster] : table[cluster * rules + rule];
      fitted[cluster] = (fitted[cluster] as number) + (score as number);
    }
  }
  return fitted.map((sum) => sum / shuffles);
}

interface Dealt {
  /** Scores at cluster * rules + rule. */
  readonly table: Float64Array;
  readonly rules: number;
  /** Mean score of all rules, by cluster. */
  readonly means: Float64Array;
  /** The clusters, which are dealt to the folds in turn. */
  readonly order: readonly number[];
  /** Number of folds. */
  readonly parts: number;
}

/** Returns the rule that scores each fold; null where the mean of all rules does. */
function chosenRules(dealt: Dealt): readonly (number | null)[] {
  const { table, rules, order, parts } = dealt;
  const sums = Array.from({ length: parts }, () => new Float64Array(rules));
  const all = new Float64Array(rules);
  for (let turn = 0; turn < order.length; turn += 1) {
    const first = (order[turn] as number) * rules;
    const part = sums[turn % parts] as Float64Array;
    for (let rule = 0; rule < rules; rule += 1) {
      const score = table[first + rule] as number;
      part[rule] = (part[rule] as number) + score;
      all[rule] = (all[rule] as number) + score;
    }
  }
  const best = sums.map((part) => bestOf(all, part));
  const ahead = new Map([...new Set(best)].map((rule) => [rule, aheadOutside(dealt, rule)]));
  return best.map((rule, fold) => (ahead.get(rule)?.[fold] === true ? rule : null));
}

/** Sums over clusters of a rule's lead over the mean of all rules. */
interface Leads {
  count: number;
  sum: number;
  squares: number;
}

/** Returns, by fold, whether a rule leads the mean of all rules by one standard error outside the fold. */
function aheadOutside({ table, rules, means, order, parts }: Dealt, rule: number): readonly boolean[] {
  const byFold = Array.from({ length: parts }, (): Leads => ({ count: 0, sum: 0, squares: 0 }));
  for (let turn = 0; turn < order.length; turn += 1) {
    const cluster = order[turn] as number;
    const lead = (table[cluster * rules + rule] as number) - (means[cluster] as number);
    addLeads(byFold[turn % parts] as Leads, { count: 1, sum: lead, squares: lead * lead });
  }
  return byFold.map((own) => {
    const outside: Leads = { count: 0, sum: 0, squares: 0 };
    for (const each of byFold) if (each !== own) addLeads(outside, each);
    return isAhead(outside);
  });
}

function addLeads(leads: Leads, { count, sum, squares }: Leads): void {
  leads.count += count;
  leads.sum += sum;
  leads.squares += squares;
}

function isAhead({ count, sum, squares }: Leads): boolean {
  if (count < 2) return false;
  const variance = Math.max(0, (squares - (sum * sum) / count) / (count - 1));
  return sum - Math.sqrt(variance * count) > 1e-9;
}

function meanOf(row: ArrayLike<number>): number {
  let sum = 0;
  for (let rule = 0; rule < row.length; rule += 1) sum += row[rule] as number;
  return sum / row.length;
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
