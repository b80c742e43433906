import { likelyTokens, maxTokens, type Price } from '../../domain/price.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { distinctCalls } from './distinct-calls.ts';
import { type ItemTask, targetModel } from './item-task.ts';

/** Requests that a run would send to one model. Dollars are null where they are unknown. */
export interface CostEstimate {
  readonly model: string;
  readonly experiment: string;
  calls: number;
  inputTokens: number;
  /**
   * Output tokens if every answer has the length of a typical one, and if every answer fills its limit; null: an answer
   * has no limit.
   */
  outputTokensLow: number;
  outputTokensHigh: number | null;
  dollarsLow: number | null;
  dollarsHigh: number | null;
}

/** Tokens of a typical answer: a list, a choice, a few lines of working. */
const typicalAnswer = 150;

/** Returns calls, tokens and dollars of all tasks in `works`; judged responses are assumed to have the typical length. */
export function dryRun(
  works: Iterable<ItemTask>,
  priceOf: (model: RunConfig['models'][number]) => Price | null,
): readonly CostEstimate[] {
  const estimates = new Map<string, CostEstimate>();
  for (const { work, call, keyed } of distinctCalls(works)) {
    const model = targetModel(work, call);
    const key = `${model.name}\n${work.experiment.name}`;
    const estimate = estimates.get(key) ?? empty(model.name, work.experiment.name);
    estimates.set(key, estimate);
    const { messages, sampling } = keyed.asked;
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    const mostInput = messages.reduce((sum, { content }) => sum + maxTokens(content), 0);
    const judged = declaredSlot(work.experiment, call.slot).kind === 'judge' ? typicalAnswer : 0;
    const high = sampling.maxOutputTokens ?? null;
    const low = high === null ? typicalAnswer : Math.min(typicalAnswer, high);
    const price = priceOf(model);
    estimate.calls += 1;
    estimate.inputTokens += likelyTokens(characters) + judged;
    estimate.outputTokensLow += low;
    estimate.outputTokensHigh =
      estimate.outputTokensHigh === null || high === null ? null : estimate.outputTokensHigh + high;
    estimate.dollarsLow = plus(estimate.dollarsLow, price, [likelyTokens(characters) + judged, low]);
    estimate.dollarsHigh = high === null ? null : plus(estimate.dollarsHigh, price, [mostInput + judged, high]);
  }
  return [...estimates.values()];
}

function empty(model: string, experiment: string): CostEstimate {
  const nothing = { calls: 0, inputTokens: 0, outputTokensLow: 0, outputTokensHigh: 0, dollarsLow: 0, dollarsHigh: 0 };
  return { model, experiment, ...nothing };
}

/** Adds dollars; the sum of an unknown amount and anything is unknown. */
function plus(dollars: number | null, price: Price | null, [input, output]: readonly [number, number]): number | null {
  return dollars === null || price === null ? null : dollars + (input * price.input + output * price.output) / 1e6;
}
