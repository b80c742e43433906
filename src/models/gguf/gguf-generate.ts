import type { LlamaContextSequence, LlamaGrammarEvaluationState, LlamaModel, Token } from 'node-llama-cpp';
import type { Answer, Failure } from '../../domain/answer.ts';
import { failed } from '../../domain/failure.ts';
import type { ModelRequest } from '../language-model.ts';
import { splitThinkBlock } from '../openai-compatible/think-block.ts';
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
  /** State of the grammar of a constrained answer; empty: the answer is free. */
  readonly grammar: { readonly grammarEvaluationState?: LlamaGrammarEvaluationState };
}

async function generateTokens(
  sequence: LlamaContextSequence,
  prompt: Token[],
  { request: { key, sampling, signal }, limit, grammar }: Generation,
): Promise<{ readonly tokens: Token[]; readonly ended: boolean }> {
  const { temperature = 1, topP = 1 } = sampling;
  const tokens: Token[] = [];
  // Every sampler that node-llama-cpp enables by default is off: the model's own distribution is measured.
  const options = { temperature, topP, topK: 0, minP: 0, seed: seedOf(key), ...grammar };
  for await (const token of sequence.evaluate(prompt, options)) {
    signal.throwIfAborted();
    tokens.push(token);
    if (tokens.length >= limit) return { tokens, ended: false };
  }
  return { tokens, ended: true };
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
): Promise<Answer> {
  const room = contextSize - prompt.length;
  const limit = Math.min(request.sampling.maxOutputTokens ?? room, room);
  const { form } = request;
  const grammar = form === undefined ? {} : { grammarEvaluationState: await constrain(form) };
  const kept = await lane.hold(prompt, request.signal);
  const { tokens, ended } = await generateTokens(lane.sequence, prompt.slice(-1), { request, limit, grammar });
  const { text, reasoning } = splitThinkBlock(model.detokenize(tokens));
  return {
    kind: ended ? 'answered' : 'truncated',
    text,
    reasoning,
    usage: {
      input: prompt.length,
      cachedInput: kept,
      output: tokens.length,
      reasoning: reasoning === null ? null : model.tokenize(reasoning).length,
      raw: { prompt_tokens: prompt.length, completion_tokens: tokens.length },
    },
    served: { model: file, fingerprint: null, upstream: null },
    finishReason: ended ? 'end' : 'length',
    logprobs: null,
  };
}
