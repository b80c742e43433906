import { isRecord } from '../util/is-record.ts';
import type { Usage } from './answer.ts';

/** Names under which servers report the sum of all tokens of a request. */
const totalNames = ['total_tokens', 'totalTokens', 'totalTokenCount'];

/**
 * Returns a server's counts with every generated token in `output`. Some servers count reasoning beside the output (the
 * chat API of xAI, Gemini's OpenAI-compatible API): then `reasoning` is larger than `output`, or the server's total is
 * larger than input and output together. The rest of the total counts as output, the more expensive kind.
 */
export function withAllOutput(usage: Usage): Usage {
  const { input, output, reasoning, raw } = usage;
  if (output === null) return usage;
  const total = totalIn(raw);
  const unlisted = total === null || input === null ? 0 : total - input - output;
  const beside = Math.max(unlisted, reasoning !== null && reasoning > output ? reasoning : 0);
  return beside > 0 ? { ...usage, output: output + beside } : usage;
}

function totalIn(raw: unknown): number | null {
  if (!isRecord(raw)) return null;
  const total = totalNames.map((name) => raw[name]).find((each) => each !== undefined && each !== null);
  return typeof total === 'number' && Number.isSafeInteger(total) ? total : null;
}
