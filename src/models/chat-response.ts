import { z } from 'zod';
import { type Answer, type Attempt, type Failure, type Usage, unknownUsage } from '../call/answer.ts';
import { failed } from '../call/failure.ts';
import type { Json } from '../util/canonical-json.ts';
import { isRecord } from '../util/is-record.ts';
import { httpFailure } from './http-failure.ts';
import { redact } from './redact.ts';
import { splitThinkBlock } from './think-block.ts';

const unread = z.unknown().optional();

/** What an answer cannot be read without; whatever else is missing or odd is taken as not said. */
const choiceSchema = z.object({
  message: z.object({
    content: z.union([z.string(), z.array(z.object({ text: unread }))]).nullish(),
    reasoning_content: unread,
    reasoning: unread,
    refusal: unread,
    tool_calls: unread,
  }),
  finish_reason: unread,
  logprobs: unread,
});

const completionSchema = z.object({
  choices: z.array(choiceSchema).min(1),
  model: unread,
  system_fingerprint: unread,
  provider: unread,
  usage: unread,
});

const logprobsSchema = z.object({ content: z.array(z.object({ token: z.string(), logprob: z.number() })) });

const errorSchema = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: null, type: null })),
    z.object({ message: z.string().catch(''), code: z.union([z.string(), z.number()]).nullish().catch(null) }),
  ]),
});

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function countIn(details: unknown, name: string): number | null {
  return isRecord(details) ? count(details[name]) : null;
}

function usageOf(raw: unknown): Usage {
  if (!isRecord(raw)) return unknownUsage;
  return {
    input: count(raw.prompt_tokens),
    cachedInput: countIn(raw.prompt_tokens_details, 'cached_tokens'),
    output: count(raw.completion_tokens),
    reasoning: countIn(raw.completion_tokens_details, 'reasoning_tokens'),
    raw: raw as Json, // it came out of JSON.parse
  };
}

function logprobsOf(raw: unknown): Answer['logprobs'] {
  if (raw === null || raw === undefined) return null; // most servers: a schema that fails is slow
  const parsed = logprobsSchema.safeParse(raw);
  return parsed.success ? parsed.data.content.map(({ token, logprob }) => ({ token, logprob })) : null;
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
  return typeof content === 'string' ? content : content.map((part) => text(part.text) ?? '').join('');
}

export interface Exchange {
  readonly url: string;
  readonly secrets: readonly string[];
}

function empty({ message, finish_reason }: z.infer<typeof choiceSchema>, { url }: Exchange): Failure {
  const called = Array.isArray(message.tool_calls) && message.tool_calls.length > 0;
  const what = called ? 'a tool call instead of text' : 'a message without content';
  return failed('bad-response', `${url} sent ${what} (finish reason ${text(finish_reason) ?? 'not given'})`);
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
  const said = redact(words.join(' '), secrets);
  return httpFailure({ status: effective, text: said, retryAfterMs: null, url, keyless: secrets.length === 0 });
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
  const { message } = choice;
  const finishReason = text(choice.finish_reason);
  const delivered = text(message.reasoning_content) ?? text(message.reasoning);
  const kind = answerKind(finishReason);
  const content = contentText(message.content) ?? text(message.refusal);
  if (content === null && delivered === null && kind !== 'filtered') return empty(choice, exchange);
  const raw = content ?? '';
  const split = delivered === null ? splitThinkBlock(raw) : { text: raw, reasoning: delivered };
  return {
    kind,
    ...split,
    usage: usageOf(usage),
    served: { model: text(model), fingerprint: text(system_fingerprint), upstream: text(provider) },
    finishReason,
    logprobs: logprobsOf(choice.logprobs),
  };
}
