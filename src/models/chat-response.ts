import { z } from 'zod';
import type { Answer, Attempt, Failure, Usage } from '../call/answer.ts';
import type { Json } from '../util/canonical-json.ts';
import { failed } from './failure.ts';
import { httpFailure } from './http-failure.ts';
import { redact } from './redact.ts';
import { splitThinkBlock } from './think-block.ts';

const count = z.int().nonnegative().nullish().catch(null);
const text = z.string().nullish().catch(null);

const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
});

const choiceSchema = z.object({
  message: z.object({
    content: z.union([z.string(), z.array(z.object({ text }))]).nullish(),
    reasoning_content: text,
    reasoning: text,
    refusal: text,
    tool_calls: z.array(z.unknown()).nullish().catch(null),
  }),
  finish_reason: text,
  logprobs: z
    .object({ content: z.array(z.object({ token: z.string(), logprob: z.number() })).nullish() })
    .nullish()
    .catch(null),
});

const completionSchema = z.object({
  choices: z.array(choiceSchema).min(1),
  model: text,
  system_fingerprint: text,
  provider: text,
  usage: z.unknown().optional(),
});

const errorSchema = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: null, type: null })),
    z.object({ message: z.string().catch(''), code: z.union([z.string(), z.number()]).nullish().catch(null) }),
  ]),
});

function usageOf(raw: unknown): Usage {
  const parsed = usageSchema.safeParse(raw);
  if (!parsed.success) return { input: null, cachedInput: null, output: null, reasoning: null, raw: null };
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = parsed.data;
  return {
    input: prompt_tokens ?? null,
    cachedInput: prompt_tokens_details?.cached_tokens ?? null,
    output: completion_tokens ?? null,
    reasoning: completion_tokens_details?.reasoning_tokens ?? null,
    raw: raw as Json, // it came out of JSON.parse
  };
}

/** How an answer with this finish reason counts; servers that give none are taken to have finished. */
export function answerKind(finishReason: string | null): Answer['kind'] {
  if (finishReason === null) return 'answered';
  if (/^(length|max_tokens|max_output_tokens|model_length)$/i.test(finishReason)) return 'truncated';
  if (/^(content[-_]?filter|safety|blocked)$/i.test(finishReason)) return 'filtered';
  return 'answered';
}

/** Joins the text of a content field; null when the server sent none at all. */
function contentText(content: z.infer<typeof choiceSchema>['message']['content']): string | null {
  if (content === null || content === undefined) return null;
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

export interface Exchange {
  readonly url: string;
  readonly secrets: readonly string[];
}

function empty({ message, finish_reason }: z.infer<typeof choiceSchema>, { url }: Exchange): Failure {
  const what = message.tool_calls?.length ? 'a tool call instead of text' : 'a message without content';
  return failed('bad-response', `${url} sent ${what} (finish reason ${finish_reason ?? 'not given'})`);
}

/** The error that a server reported inside a body, with status 200 or another; null when the body holds none. */
export function reportedError(body: unknown, { url, secrets }: Exchange, status: number): Failure | null {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof first !== 'object' || first === null || !('error' in first)) return null; // a schema that fails is slow
  const parsed = errorSchema.safeParse(first);
  if (!parsed.success) return null;
  const { message, code } = parsed.data.error;
  const inner = Number(code);
  const effective = status >= 400 ? status : Number.isInteger(inner) && inner >= 400 && inner < 600 ? inner : 500;
  const words = [message, typeof code === 'string' && !message.includes(code) ? code : ''].filter(
    (word) => word !== '',
  );
  return httpFailure({ status: effective, text: redact(words.join(' '), secrets), retryAfterMs: null, url });
}

/** A completion's parsed JSON body as an answer, or the failure that it stands for. */
export function chatAnswer(body: unknown, exchange: Exchange): Attempt {
  const reported = reportedError(body, exchange, 200);
  if (reported !== null) return reported;
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    const message = `${exchange.url} sent JSON that is no chat completion (at "${where}"): check the base URL, which usually ends in /v1`;
    return failed('bad-response', message);
  }
  const { choices, model, system_fingerprint, provider, usage } = parsed.data;
  const choice = choices[0] as (typeof choices)[number]; // the schema asks for one
  const { message, finish_reason: finishReason = null, logprobs } = choice;
  const delivered = message.reasoning_content ?? message.reasoning ?? null;
  const kind = answerKind(finishReason);
  const content = contentText(message.content) ?? message.refusal ?? null;
  if (content === null && delivered === null && kind !== 'filtered') return empty(choice, exchange);
  const raw = content ?? '';
  const split = delivered === null ? splitThinkBlock(raw) : { text: raw, reasoning: delivered };
  return {
    kind,
    ...split,
    usage: usageOf(usage),
    served: { model: model ?? null, fingerprint: system_fingerprint ?? null, upstream: provider ?? null },
    finishReason,
    logprobs: logprobs?.content?.map(({ token, logprob }) => ({ token, logprob })) ?? null,
  };
}
