import type { Answer, Failure, Usage } from './answer.ts';
import type { KeyedCall } from './call.ts';
import { credibleUsage, maxTokens } from './usage.ts';

/** US dollars per million tokens. Cached input costs `cachedInput` where it has a separate price. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput: number | null;
}

/** Returns a price times a factor, such as that of a batch. */
export function scaledPrice({ input, output, cachedInput }: Price, factor: number): Price {
  return {
    input: factor * input,
    output: factor * output,
    cachedInput: cachedInput === null ? null : factor * cachedInput,
  };
}

/**
 * Returns the dollars of an answer; null when the price or a count is unknown. Cached tokens that are included in the
 * input count are charged once.
 */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null;
  if (isFree(price)) return 0; // whatever the counts
  if (usage.input === null || usage.output === null) return null;
  const cached = usage.cachedInput ?? 0;
  const fresh = Math.max(0, usage.input - cached);
  return (fresh * price.input + cached * (price.cachedInput ?? price.input) + usage.output * price.output) / 1e6;
}

/** Returns the dollars of an answer by the server's counts; null where the price or a credible count is unknown. */
export function answerCost({ usage, text, reasoning }: Answer, price: Price | null): number | null {
  if (isFree(price)) return 0;
  return costOf(credibleUsage(usage, { text, reasoning }), price);
}

function isFree(price: Price | null): boolean {
  return price !== null && price.input === 0 && price.output === 0;
}

const chargeableCodes: ReadonlySet<Failure['code']> = new Set(['timeout', 'network', 'server-error', 'bad-response']);

/** Statuses that a server or its gateway can send after the work was done. Any other error refuses the request. */
const statusesAfterWork: ReadonlySet<number> = new Set([408, 500, 502, 504, 520, 524]);

/** Returns whether a provider may charge for a failed attempt: it was reached and did not refuse. */
export function mayBeCharged({ code, status, unreached }: Failure): boolean {
  if (unreached === true) return false;
  if (status === null) return chargeableCodes.has(code);
  return status < 400 || statusesAfterWork.has(status);
}

/** Returns the texts of a request that are charged as input: messages, with the tools that they call, and tools. */
export function messageTexts({ messages, tools }: Pick<KeyedCall, 'messages' | 'tools'>): readonly string[] {
  const called = messages.flatMap(({ toolCalls }) => (toolCalls === undefined ? [] : [JSON.stringify(toolCalls)]));
  return [
    ...messages.map(({ content }) => content),
    ...called,
    ...(tools === undefined ? [] : [JSON.stringify(tools)]),
  ];
}

/** Returns the maximum dollars of a call; 0 where no price is known (a budget is then refused beforehand). */
export function maxCost({ messages, tools, sampling }: KeyedCall, price: Price | null): number {
  if (price === null) return 0;
  const tokens = messageTexts({ messages, tools }).reduce((sum, text) => sum + maxTokens(text), 0);
  return (tokens * price.input + (sampling.maxOutputTokens ?? 0) * price.output) / 1e6;
}
