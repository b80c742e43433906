import { type Outcome, presentOf } from '../../domain/outcome.ts';
import type { CrossItemPass, ItemContext } from '../experiment.ts';
import type { CostItem } from './items.ts';

/**
 * Returns a pass that adds the length rule to each outcome: the characters of the request times the geometric mean of
 * tokens per character over the subject's earlier requests. It never uses the outcome that it predicts; the first request
 * has no rule.
 */
export function lengthRule(): CrossItemPass<CostItem> {
  let [sum, count] = [0, 0]; // of logarithms to base 2 of tokens per character
  return ({ item }: ItemContext<CostItem>, outcome: Outcome): Outcome => {
    if (outcome.kind !== 'numeric') return outcome;
    const length = item.prompt.length;
    const rule = count === 0 ? null : Math.max(1, length * 2 ** (sum / count));
    for (const tokens of presentOf(outcome.executions)) {
      sum += Math.log2(tokens / length);
      count += 1;
    }
    return { ...outcome, rule };
  };
}
