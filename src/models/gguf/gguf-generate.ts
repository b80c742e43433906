import type { LlamaContextSequence, LlamaGrammarEvaluationState, LlamaModel, Token } from 'node-llama-cpp';
import type { Attempt, Failure } from '../../domain/answer.ts';
import type { Insertion } from '../../domain/injection.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import { failed } from '../failures/failure.ts';
import type { ModelRequest } from '../language-model.ts';
import { type ForcedTokens, forcedTokens } from './gguf-injection.ts';
import type { GgufLane } from './gguf-lane.ts';
import type { GgufRuntime } from './gguf-runtime.ts';

export interface GgufPlace {
  readonly runtime: Pick<GgufRuntime, 'model' | 'render' | 'constrain' | 'contextSize' | 'largestContext'>;
  /** Name of the file, for messages. */
  readonly file: string;
}

/** Tokenizes a rendered prompt. Special tokens in it are recognized, and a missing first token is added. */
function promptTokens(model: LlamaModel, prompt: string): Token[] {
  const tokens = model.tokenize(prompt, true);
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}

/** Returns 31 bits of the call's key: llama.cpp interprets the largest 32-bit seed as "random". */
function seedOf(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16) & 0x7fffffff;
}

interface Generation {
  readonly request: ModelRequest;
  readonly limit: number;
  readonly seed: number;
  /** State of the grammar of a constrained answer; empty: the answer is free. */
  readonly grammar: { readonly grammarEvaluationState?: LlamaGrammarEvaluationState };
  /** Tokens that replace those that the sampler draws, from the first on; it draws at every position all the same. */
  readonly forced: readonly Token[];
}

async function generateTokens(
  { model, sequence }: { readonly model: LlamaModel; readonly sequence: LlamaContextSequence },
  prompt: Token[],
  { request: { sampling, signal }, limit, seed, grammar, forced }: Generation,
): Promise<{ readonly tokens: Token[]; readonly ended: boolean }> {
  const { temperature = 1, topP = 1 } = sampling;
  const tokens: Token[] = [];
  // Every sampler that node-llama-cpp enables by default is off: the model's own distribution is measured.
  const options = { temperature, topP, topK: 0, minP: 0, seed, ...grammar };
  // An end that the model draws where a token is forced is replaced too, so it must not end the generation.
  const generated = sequence.evaluate(prompt, forced.length === 0 ? options : { ...options, yieldEogToken: true });
  try {
    for (let next = await generated.next(); next.done !== true; ) {
      signal.throwIfAborted();
      const replacement = forced[tokens.length];
      const token = replacement ?? next.value;
      if (replacement === undefined && forced.length > 0 && model.isEogToken(token)) break;
      tokens.push(token);
      if (tokens.length >= limit) return { tokens, ended: false };
      next = await generated.next(token);
    }
    return { tokens, ended: true };
  } finally {
    await generated.return();
  }
}

/** Returns the prompt of a request in tokens, or why it cannot be answered. Rejects when the signal aborts. */
export async function readPrompt(
  { runtime: { model, render, contextSize, largestContext }, file }: GgufPlace,
  { messages, sampling: { reasoningEffort }, signal }: ModelRequest,
): Promise<readonly Token[] | Failure> {
  let prompt: readonly Token[];
  try {
    const thinking = reasoningEffort ? reasoningEffort !== 'none' : null;
    const rendered = await render(messages, thinking);
    signal.throwIfAborted();
    if (!messages.every(({ content }) => rendered.includes(content.trim()))) {
      return failed('invalid-request', `the chat template of ${file} omits part of the messages`);
    }
    prompt = promptTokens(model, rendered);
  } catch (error) {
    if (signal.aborted) throw error;
    return failed('invalid-request', `the chat template of ${file} rejects the messages: ${String(error)}`);
  }
  if (prompt.length < contextSize) return prompt;
  const sizes = `the prompt has ${prompt.length} tokens, but the context of ${file} holds only ${contextSize}`;
  const advice =
    contextSize < largestContext
      ? `increase --context-size (the model was trained with ${largestContext})`
      : 'the model was trained with this context length; use shorter items or a different model';
  return failed('context-overflow', `${sizes}: ${advice}`);
}

/** Generates one answer to a prompt of `readPrompt`. Rejects when the signal aborts. */
export async function generate(
  { runtime: { model, contextSize, constrain }, file }: GgufPlace,
  request: ModelRequest,
  { prompt, lane }: { readonly prompt: readonly Token[]; readonly lane: GgufLane },
): Promise<Attempt> {
  const { form, injection, sampling, key, signal } = request;
  const room = contextSize - prompt.length;
  const {
    tokens: forced,
    inserted,
    seed,
  } = injection === undefined || injection.kind === 'none'
    ? { tokens: [], inserted: null, seed: seedOf(key) }
    : await forcedTokens({ model, lane }, prompt, request, injection);
  if (forced.length >= room) {
    return failed('context-overflow', `the context of ${file} has no room to go on after the inserted tokens`);
  }
  const insertedCount = inserted?.ids.length ?? 0;
  const limit = Math.min((sampling.maxOutputTokens ?? room) + insertedCount, room);
  const grammar = form === undefined ? {} : { grammarEvaluationState: await constrain(form) };
  const kept = await lane.hold(prompt, signal);
  const place = { model, sequence: lane.sequence };
  const generation = { request, limit, seed, grammar, forced };
  const { tokens, ended } = await generateTokens(place, prompt.slice(-1), generation);
  const { text, reasoning } = splitReasoning(model.detokenize(tokens));
  return {
    kind: ended ? 'answered' : 'truncated',
    text,
    reasoning,
    usage: {
      input: prompt.length,
      cachedInput: kept,
      output: tokens.length - insertedCount,
      reasoning: reasoning === null ? null : model.tokenize(reasoning).length,
      raw: {
        prompt_tokens: prompt.length,
        completion_tokens: tokens.length - insertedCount,
        ...(inserted === null ? {} : { inserted_tokens: insertedCount }),
      },
    },
    served: { model: file, fingerprint: null, upstream: null },
    finishReason: ended ? 'end' : 'length',
    logprobs: null,
    ...(injection === undefined ? {} : { tokens: { seed, ids: tokens } }),
    ...(inserted === null ? {} : { inserted: insertionIn(model, { tokens, text }, inserted) }),
  };
}

/** Returns inserted tokens with their text and its position in the answer's text. */
function insertionIn(
  model: LlamaModel,
  { tokens, text }: { readonly tokens: readonly Token[]; readonly text: string },
  inserted: NonNullable<ForcedTokens['inserted']>,
): Insertion {
  const written = (end: number) => model.detokenize(tokens.slice(0, end));
  const start = written(inserted.at).length;
  const end = written(inserted.at + inserted.ids.length).length;
  const whole = model.detokenize(tokens);
  return { ...inserted, text: whole.slice(start, end), start: whole === text ? start : null };
}
