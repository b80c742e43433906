import type { LanguageModelV3GenerateResult, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { z } from 'zod';
import type { Attempt, Served, TokenLogprob, Usage } from '../../domain/answer.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import type { ToolCall } from '../../domain/tool.ts';
import { credibleUsage } from '../../domain/usage.ts';
import type { Json } from '../../util/canonical-json.ts';
import { type End, endFailure, endOf, noContent } from '../http/finish-reason.ts';
import { hasContent, joinedReasoning, keptEnd } from '../openai-compatible/chat-response.ts';

export type GenerateResult = LanguageModelV4GenerateResult | LanguageModelV3GenerateResult;

function count(value: number | undefined): number | null {
  return value !== undefined && Number.isInteger(value) && value >= 0 ? value : null;
}

/** Returns a value as JSON; null for a value that JSON cannot represent or that is too deep or circular. */
function asJson(value: unknown): Json {
  try {
    return (JSON.parse(JSON.stringify(value ?? null) ?? 'null') as Json | undefined) ?? null; // JSON in, JSON out
  } catch {
    return null;
  }
}

function usageOf({ inputTokens, outputTokens, raw }: GenerateResult['usage']): Usage {
  return {
    input: count(inputTokens.total),
    cachedInput: count(inputTokens.cacheRead),
    output: count(outputTokens.total),
    reasoning: count(outputTokens.reasoning),
    raw: asJson(raw),
  };
}

const text = z.string().nullish().catch(null);
const bodySchema = z
  .object({ model: text, modelVersion: text, system_fingerprint: text, provider: text })
  .catch({ model: null, modelVersion: null, system_fingerprint: null, provider: null });
const upstreamSchema = z.object({ provider: z.string().optional().catch(undefined) }).catch({});

function servedOf({ response, providerMetadata }: GenerateResult): Served {
  const body = bodySchema.parse(response?.body);
  const upstream = upstreamSchema.parse(providerMetadata?.openrouter);
  return {
    model: response?.modelId ?? body.model ?? body.modelVersion ?? null,
    fingerprint: body.system_fingerprint ?? null,
    upstream: upstream.provider ?? body.provider ?? null,
  };
}

const logprobsSchema = z.array(z.object({ token: z.string(), logprob: z.number() })).min(1);

function logprobsOf({ providerMetadata }: GenerateResult): readonly TokenLogprob[] | null {
  for (const metadata of Object.values(providerMetadata ?? {})) {
    const parsed = logprobsSchema.safeParse(metadata.logprobs);
    if (parsed.success) return parsed.data;
  }
  return null;
}

/** Joins the text or reasoning parts of the content; null if it has none. */
function joined(result: GenerateResult, type: 'text' | 'reasoning'): string | null {
  const texts = result.content.flatMap((part) => (part.type === type && part.text !== '' ? [part.text] : []));
  return texts.length === 0 ? null : texts.join(type === 'text' ? '' : '\n');
}

/** Returns the calls of the user's tools; those that a provider carries out itself are not among them. */
function toolCallsIn({ content }: GenerateResult): readonly ToolCall[] {
  return content.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted !== true
      ? [{ id: part.toolCallId, name: part.toolName, arguments: part.input }]
      : [],
  );
}

/**
 * Returns how generation ended, by the provider package's unified reason, or by the server's own reason where the
 * package reports none.
 */
function sdkEnd({ unified, raw }: GenerateResult['finishReason']): End {
  switch (unified) {
    case 'stop':
      return 'answered';
    case 'length':
      return 'truncated';
    case 'content-filter':
      return 'filtered';
    case 'tool-calls':
      return 'tool-call';
    case 'error':
      return 'interrupted';
    case 'other':
      return endOf(raw);
    default:
      return endOf(raw ?? unified); // reasons of version 3
  }
}

interface SdkExchange {
  /** Whether the request had tools, so that calling them is an answer. Absent: no. */
  readonly offersTools?: boolean;
  /** Texts of the request, with which token counts are compared; absent: not compared. */
  readonly prompt?: readonly string[];
}

/** Converts the result of an AI SDK model into an answer or a failure. */
export function sdkAnswer(result: GenerateResult, name: string, exchange: SdkExchange = {}): Attempt {
  const { offersTools = false, prompt = [] } = exchange;
  const { unified, raw } = result.finishReason;
  const end = sdkEnd(result.finishReason);
  const toolCalls = offersTools ? toolCallsIn(result) : [];
  const isCalling = toolCalls.length > 0 && (end === 'tool-call' || end === 'answered' || end === 'unknown');
  if ((end === 'tool-call' && !isCalling) || end === 'interrupted') return endFailure(end, raw ?? unified, name);
  const delivered = joined(result, 'reasoning');
  const text = joined(result, 'text');
  const counts = usageOf(result.usage);
  if (text === null && delivered === null && (end === 'answered' || end === 'unknown') && !isCalling) {
    if (result.content.some(({ type }) => type === 'tool-call')) return endFailure('tool-call', raw ?? unified, name);
    if (!hasContent(result.response?.body)) {
      return noContent(`${name} sent a message without content (finish reason ${raw ?? unified})`, counts.output);
    }
  }
  const split = splitReasoning(text ?? '');
  const reasoning = joinedReasoning(delivered, split.reasoning);
  return {
    ...(isCalling ? ({ kind: 'tool-call', toolCalls } as const) : keptEnd(end)),
    ...{ text: split.text, reasoning },
    usage: credibleUsage(counts, { prompt, text: split.text, reasoning }),
    served: servedOf(result),
    finishReason: raw ?? unified,
    logprobs: logprobsOf(result),
  };
}
