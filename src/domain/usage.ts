import { isRecord } from '../util/is-record.ts';
import type { Usage } from './answer.ts';
import { minTokens } from './token-bounds.ts';

/** Names under which servers report the sum of all tokens of a request. */
const totalNames = ['total_tokens', 'totalTokens', 'totalTokenCount'];

/**
 * Returns a server's counts with every generated token in `output`. Some servers count reasoning beside the output (the
 * chat API of xAI, Gemini's OpenAI-compatible API): then `reasoning` is larger than `output`, or the server's total is
 * larger than input and output together. The rest of the total counts as output, the more expensive kind.
 */
function withAllOutput(usage: Usage): Usage {
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

/** The texts that counts are compared with. */
interface CountedTexts {
  /** Texts of the request, with which the input count is compared; absent: it is compared with 0 only. */
  readonly prompt?: readonly string[];
  readonly text: string;
  readonly reasoning: string | null;
}

/**
 * Returns the counts that the texts do not contradict, with every generated token in `output`; a contradicted count becomes
 * null, and `raw` keeps it. Contradicted are 0 and counts below `minTokens` of the text. Cached tokens above the input tokens
 * were counted beside them if the server's total says so; otherwise neither count is known.
 */
export function credibleUsage(counted: Usage, { prompt = [], text, reasoning }: CountedTexts): Usage {
  const usage = withCachedInput(counted);
  const { input, output } = usage;
  const isInputCredible = input !== null && input > 0 && input >= minTokensOf(prompt, input);
  const generated = text === '' ? (reasoning ?? '') : text;
  const isOutputCredible = output !== null && output >= (generated === '' ? 0 : Math.max(1, minTokens(generated)));
  const credible =
    isInputCredible && isOutputCredible
      ? usage
      : {
          ...usage,
          ...(isInputCredible ? {} : { input: null, cachedInput: null }),
          ...(isOutputCredible ? {} : { output: null, reasoning: null }),
        };
  return withAllOutput(credible);
}

/** Returns the least tokens of the texts; 0 where the count is high enough for any text of their length. */
function minTokensOf(texts: readonly string[], counted: number): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return counted >= characters / 2 ? 0 : texts.reduce((sum, text) => sum + minTokens(text), 0);
}

function withCachedInput(usage: Usage): Usage {
  const { input, cachedInput, output, raw } = usage;
  if (input === null || cachedInput === null || cachedInput <= input) return usage;
  const isBeside = totalIn(raw) === input + cachedInput + (output ?? 0);
  return { ...usage, ...(isBeside ? { input: input + cachedInput } : { input: null, cachedInput: null }) };
}
