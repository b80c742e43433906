import type { Answer, Failure, Usage } from './answer.ts';
import type { KeyedCall } from './call.ts';

/** US dollars for a million tokens. Cached input costs `cachedInput` where it is priced apart. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput: number | null;
}

/**
 * Tokens that a message has at most, with 16 for its frame: a token holds at least two characters of ASCII prose, and at
 * least one byte of any other script, as tokenizers fall back to bytes.
 */
export function maxTokens(text: string): number {
  const beyondAscii = Buffer.byteLength(text) - text.length; // one to three bytes a character of another script
  return Math.ceil(text.length / 2 + 1.5 * beyondAscii) + 16;
}

/** Tokens that a text has by the usual rule of thumb of four characters a token. */
export function likelyTokens(characters: number): number {
  return Math.ceil(characters / 4) + 8;
}

/** Dollars for an answer; null when the price or a count is unknown. Input counts that include cached tokens are charged once. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null;
  if (isFree(price)) return 0; // whatever was counted
  if (usage.input === null || usage.output === null) return null;
  const cached = usage.cachedInput ?? 0;
  const fresh = Math.max(0, usage.input - cached);
  return (fresh * price.input + cached * (price.cachedInput ?? price.input) + usage.output * price.output) / 1e6;
}

/**
 * Returns the dollars that an answer cost by the server's own counts; null where the price or a count is unknown, and where
 * the counts cannot be true: no token in or out for a text, or more cached tokens than tokens.
 */
export function answerCost({ usage, text, reasoning }: Answer, price: Price | null): number | null {
  if (isFree(price)) return 0;
  const isSilent = text === '' && (reasoning ?? '') === '';
  const isCounted = usage.input !== 0 && (isSilent || usage.output !== 0);
  return isCounted && (usage.cachedInput ?? 0) <= (usage.input ?? 0) ? costOf(usage, price) : null;
}

function isFree(price: Price | null): boolean {
  return price !== null && price.input === 0 && price.output === 0;
}

const chargeableCodes: ReadonlySet<Failure['code']> = new Set(['timeout', 'network', 'server-error', 'bad-response']);

/** Whether a provider may charge for an attempt that brought no answer: it was reached, and did not refuse. */
export function mayBeCharged({ code, status, unreached }: Failure): boolean {
  if (unreached === true) return false;
  if (status === null || code === 'timeout') return chargeableCodes.has(code);
  return status < 400;
}

/** The most dollars that a call can cost; 0 where no price is known (then a budget is refused beforehand). */
export function maxCost({ messages, sampling }: KeyedCall, price: Price | null): number {
  if (price === null) return 0;
  const tokens = messages.reduce((sum, { content }) => sum + maxTokens(content), 0);
  return (tokens * price.input + (sampling.maxOutputTokens ?? 0) * price.output) / 1e6;
}
