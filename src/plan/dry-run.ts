import { likelyTokens, maxTokens, type Price } from '../domain/price.ts';
import type { RunConfig } from '../domain/run-config.ts';
import { distinctCalls } from './distinct-calls.ts';
import { type ItemTask, targetModel } from './item-task.ts';

/** What a run would send to one model, before anything is sent. Dollars are null where they cannot be known. */
export interface CostEstimate {
  readonly model: string;
  readonly experiment: string;
  calls: number;
  inputTokens: number;
  /** If every answer were as short as a typical one, and if every answer filled its limit; null: an answer has none. */
  outputTokensLow: number;
  outputTokensHigh: number | null;
  dollarsLow: number | null;
  dollarsHigh: number | null;
}

/** Tokens of a short answer: a list, a choice, a few lines of working. */
const typicalAnswer = 150;

/** Calls, tokens and money of everything in `works`; judged responses are taken to be as long as typical answers. */
export function dryRun(
  works: Iterable<ItemTask>,
  priceOf: (model: RunConfig['models'][number]) => Price | null,
): readonly CostEstimate[] {
  const forecasts = new Map<string, CostEstimate>();
  for (const { work, call, keyed } of distinctCalls(works)) {
    const model = targetModel(work, call);
    const key = `${model.name}\n${work.experiment.name}`;
    const forecast = forecasts.get(key) ?? empty(model.name, work.experiment.name);
    forecasts.set(key, forecast);
    const { messages, sampling } = keyed.asked;
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    const mostInput = messages.reduce((sum, { content }) => sum + maxTokens(content), 0);
    const judged = call.slot === 'judge' ? typicalAnswer : 0;
    const high = sampling.maxOutputTokens ?? null;
    const low = high === null ? typicalAnswer : Math.min(typicalAnswer, high);
    const price = priceOf(model);
    forecast.calls += 1;
    forecast.inputTokens += likelyTokens(characters) + judged;
    forecast.outputTokensLow += low;
    forecast.outputTokensHigh =
      forecast.outputTokensHigh === null || high === null ? null : forecast.outputTokensHigh + high;
    forecast.dollarsLow = plus(forecast.dollarsLow, price, [likelyTokens(characters) + judged, low]);
    forecast.dollarsHigh = high === null ? null : plus(forecast.dollarsHigh, price, [mostInput + judged, high]);
  }
  return [...forecasts.values()];
}

function empty(model: string, experiment: string): CostEstimate {
  const nothing = { calls: 0, inputTokens: 0, outputTokensLow: 0, outputTokensHigh: 0, dollarsLow: 0, dollarsHigh: 0 };
  return { model, experiment, ...nothing };
}

/** Unknown plus anything stays unknown. */
function plus(dollars: number | null, price: Price | null, [input, output]: readonly [number, number]): number | null {
  return dollars === null || price === null ? null : dollars + (input * price.input + output * price.output) / 1e6;
}
