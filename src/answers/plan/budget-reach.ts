import { maxCost, messageTexts, type Price } from '../../domain/price.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { likelyTokens } from '../../domain/usage.ts';
import { distinctCalls } from './distinct-calls.ts';
import { typicalAnswer } from './dry-run.ts';
import { type ItemTask, targetModel } from './item-task.ts';
import type { ToolUse } from './planned-calls.ts';

/** How far a budget reaches, in calls of a run that has no stored answers. */
export interface BudgetReach {
  /** US dollars. */
  readonly budget: number;
  /** Calls before the run stops if every answer fills its token limit, and if every answer has the typical length. */
  readonly callsLow: number;
  readonly callsHigh: number;
  /** Calls of the whole run. */
  readonly calls: number;
}

/**
 * Returns after how many calls, in the order of the plan, a run stops because of its budget: before the first call whose
 * maximum cost is more than what the answers before it left.
 */
export function budgetReach(
  works: Iterable<ItemTask>,
  priceOf: (model: RunConfig['models'][number]) => Price | null,
  { budget, toolUse }: { readonly budget: number; readonly toolUse: ToolUse },
): BudgetReach {
  const low = new Purse(budget);
  const high = new Purse(budget);
  let calls = 0;
  for (const { work, call, keyed } of distinctCalls(works, toolUse)) {
    const price = priceOf(targetModel(work, call));
    const { asked } = keyed;
    const characters = messageTexts(asked).reduce((sum, { length }) => sum + length, 0);
    const judged = declaredSlot(work.experiment, call.slot).kind === 'judge' ? typicalAnswer : 0;
    const output = Math.min(typicalAnswer, asked.sampling.maxOutputTokens ?? typicalAnswer);
    const maximum = maxCost(asked, price);
    const input = likelyTokens(characters) + judged;
    const typical = price === null ? 0 : (input * price.input + output * price.output) / 1e6;
    calls += 1;
    low.pay(maximum, maximum);
    high.pay(maximum, typical);
  }
  return { budget, callsLow: low.calls, callsHigh: high.calls, calls };
}

/** Pays calls until one may cost more than is left. */
class Purse {
  calls = 0;
  #left: number;
  #isClosed = false;

  constructor(dollars: number) {
    this.#left = dollars;
  }

  pay(maximum: number, cost: number): void {
    this.#isClosed ||= maximum > this.#left;
    if (this.#isClosed) return;
    this.#left -= cost;
    this.calls += 1;
  }
}
