import { isRecord } from '../util/is-record.ts';
import type { Usage } from './answer.ts';

/**
 * Returns the maximum number of tokens of a message, with 16 for its frame. A token holds at least two characters of
 * ASCII prose, and at least one byte of any other script, because tokenizers fall back to bytes.
 */
export function maxTokens(text: string): number {
  const beyondAscii = Buffer.byteLength(text) - text.length; // non-ASCII characters, one to three bytes each
  return Math.ceil(text.length / 2 + 1.5 * beyondAscii) + 16;
}

/** Returns the estimated tokens of a text, by the rule of thumb of four characters per token. */
export function likelyTokens(characters: number): number {
  return Math.ceil(characters / 4) + 8;
}

/** Words per token that no tokenizer exceeds on average in running text; a few have tokens of several words. */
const maxWordsPerToken = 2;
/** Letters and digits per token that no tokenizer exceeds on average, in any script. */
const maxLettersPerToken = 16;

/**
 * Returns a number of tokens that the text has at least, whatever the tokenizer: a lower count contradicts the text. Runs of
 * punctuation and spaces count nothing, because one token may hold a long run.
 */
export function minTokens(text: string): number {
  let words = 0;
  let letters = 0;
  let isInWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isLetterOrDigit(code)) {
      letters += 1;
      if (!isInWord) words += 1;
      isInWord = true;
    } else if (code <= 32) isInWord = false; // a word may hold punctuation
  }
  return Math.ceil(Math.max(words / maxWordsPerToken, letters / maxLettersPerToken));
}

/** Returns whether a UTF-16 unit is an ASCII letter or digit or beyond ASCII, where nearly every unit is part of a letter. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code > 191;
}

/** Names under which servers report the sum of all tokens of a request. */
const totalNames = ['total_tokens', 'totalTokens', 'totalTokenCount'];

/**
 * Returns a server's counts with every generated token in `output`. Some servers count reasoning beside the output (the
 * chat API of xAI, Gemini's OpenAI-compatible API): then `reasoning` is larger than `output`, or the server's total is
 * larger than input and output together. The rest of the total counts as output if reasoning is listed, or if it cannot be input,
 * because it is smaller than the cached tokens, if any, and more than the prompt can have. A rest of the size of the cached tokens is input that
 * was counted beside. If the rest may be either, as of a gateway that leaves cached tokens out of the input, no count is known.
 */
function withAllOutput(usage: Usage, prompt: readonly string[]): Usage {
  const { input, cachedInput, output, reasoning, raw } = usage;
  if (output === null) return usage;
  const total = totalIn(raw);
  const unlisted = total === null || input === null ? 0 : total - input - output;
  const beside = Math.max(unlisted, reasoning !== null && reasoning > output ? reasoning : 0);
  if (beside <= 0) return usage;
  if (input !== null && (reasoning ?? 0) === 0) {
    const cached = cachedInput ?? 0;
    if (cached > 0 && unlisted === cached) return { ...usage, input: input + cached };
    const mostInput = prompt.reduce((sum, text) => sum + maxTokens(text), 0);
    const mayBeInput = (cached > 0 && unlisted > cached) || input + unlisted <= mostInput;
    if (mayBeInput) return { ...usage, input: null, cachedInput: null, output: null, reasoning: null };
  }
  return { ...usage, output: output + beside };
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
  const isOutputCredible =
    output !== null && output >= (generated === '' ? 0 : Math.max(1, minTokensOf([generated], output)));
  const credible =
    isInputCredible && isOutputCredible
      ? usage
      : {
          ...usage,
          ...(isInputCredible ? {} : { input: null, cachedInput: null }),
          ...(isOutputCredible ? {} : { output: null, reasoning: null }),
        };
  return withAllOutput(credible, prompt);
}

/** Returns the least tokens of the texts; 0 where the count is high enough for any texts of their length: a word and a space are two characters. */
function minTokensOf(texts: readonly string[], counted: number): number {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return counted >= characters / (2 * maxWordsPerToken) + 2 * texts.length
    ? 0
    : texts.reduce((sum, text) => sum + minTokens(text), 0);
}

function withCachedInput(usage: Usage): Usage {
  const { input, cachedInput, output, raw } = usage;
  if (input === null || cachedInput === null || cachedInput <= input) return usage;
  const isBeside = totalIn(raw) === input + cachedInput + (output ?? 0);
  return { ...usage, ...(isBeside ? { input: input + cachedInput } : { input: null, cachedInput: null }) };
}
