import { messageTexts, type Price } from '../../domain/price.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { likelyTokens, maxTokens } from '../../domain/usage.ts';
import { distinctCalls } from './distinct-calls.ts';
import { type ItemTask, targetModel } from './item-task.ts';
import type { ToolUse } from './planned-calls.ts';

/** Requests that a run would send to one model. Dollars are null where they are unknown. */
export interface CostEstimate {
  readonly model: string;
  readonly experiment: string;
  calls: number;
  /** Calls if every prediction uses the tool `run_myself` as often as it may; absent in runs without the tool. */
  callsHigh?: number;
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
export const typicalAnswer = 150;

/** Returns calls, tokens and dollars of all tasks in `works`; judged responses are assumed to have the typical length. */
export function dryRun(
  works: Iterable<ItemTask>,
  priceOf: (model: RunConfig['models'][number]) => Price | null,
  toolUse: ToolUse = 'least',
): readonly CostEstimate[] {
  const estimates = new Map<string, CostEstimate>();
  for (const { work, call, keyed } of distinctCalls(works, toolUse)) {
    const model = targetModel(work, call);
    const key = `${model.name}\n${work.experiment.name}`;
    const estimate = estimates.get(key) ?? empty(model.name, work.experiment.name);
    estimates.set(key, estimate);
    const { sampling } = keyed.asked;
    const texts = messageTexts(keyed.asked);
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    const mostInput = texts.reduce((sum, text) => sum + maxTokens(text), 0);
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

/** Returns estimates that range from the least to the most use of a tool, by model and experiment. */
export function toolRange(least: readonly CostEstimate[], most: readonly CostEstimate[]): readonly CostEstimate[] {
  return most.map((high) => {
    const low =
      least.find(({ model, experiment }) => model === high.model && experiment === high.experiment) ??
      empty(high.model, high.experiment);
    const { calls: callsHigh, outputTokensHigh, dollarsHigh } = high;
    return { ...low, callsHigh, outputTokensHigh, dollarsHigh };
  });
}

function empty(model: string, experiment: string): CostEstimate {
  const nothing = { calls: 0, inputTokens: 0, outputTokensLow: 0, outputTokensHigh: 0, dollarsLow: 0, dollarsHigh: 0 };
  return { model, experiment, ...nothing };
}

/** Adds dollars; the sum of an unknown amount and anything is unknown. */
function plus(dollars: number | null, price: Price | null, [input, output]: readonly [number, number]): number | null {
  return dollars === null || price === null ? null : dollars + (input * price.input + output * price.output) / 1e6;
}
