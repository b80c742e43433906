import { z } from 'zod';
import { type Answer, type Attempt, type Failure, type Usage, unknownUsage } from '../../domain/answer.ts';
import { splitReasoning } from '../../domain/reasoning.ts';
import type { ToolCall } from '../../domain/tool.ts';
import { credibleUsage } from '../../domain/usage.ts';
import type { Json } from '../../util/canonical-json.ts';
import { isRecord } from '../../util/is-record.ts';
import { failed } from '../failures/failure.ts';
import { type End, endFailure, endOf, noContent } from '../http/finish-reason.ts';
import { httpFailure } from '../http/http-failure.ts';
import { redact } from '../http/redact.ts';
import type { RetryAfter } from '../http/retry-after.ts';
import { type Choice, completionFault, isCompletion } from './completion.ts';

const logprobsSchema = z.object({ content: z.array(z.object({ token: z.string(), logprob: z.number() })) });

const errorSchema = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: null, param: null })),
    z.object({
      message: z.string().catch(''),
      code: z.union([z.string(), z.number()]).nullish().catch(null),
      param: z.string().nullish().catch(null),
    }),
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

/** Returns the cached tokens, from the fields of OpenAI, DeepSeek, Moonshot and Anthropic; a gateway may fill several, some with 0. */
function cachedIn(raw: Readonly<Record<string, unknown>>): number | null {
  const counts = [
    countIn(raw.prompt_tokens_details, 'cached_tokens'),
    count(raw.prompt_cache_hit_tokens),
    count(raw.cached_tokens),
    count(raw.cache_read_input_tokens),
  ].filter((each) => each !== null);
  return counts.length === 0 ? null : Math.max(...counts);
}

function usageOf(raw: unknown): Usage {
  if (!isRecord(raw)) return unknownUsage;
  return {
    input: count(raw.prompt_tokens),
    cachedInput: cachedIn(raw),
    output: count(raw.completion_tokens),
    reasoning: countIn(raw.completion_tokens_details, 'reasoning_tokens'),
    raw: raw as Json, // the result of JSON.parse
  };
}

function logprobsOf(raw: unknown): Answer['logprobs'] {
  if (raw === null || raw === undefined) return null; // most servers: a schema that fails is slow
  const parsed = logprobsSchema.safeParse(raw);
  return parsed.success ? parsed.data.content.map(({ token, logprob }) => ({ token, logprob })) : null;
}

/** Types of the parts of a content field that are reasoning. */
const reasoningParts: readonly unknown[] = ['thinking', 'reasoning', 'reasoning_text', 'thought', 'redacted_thinking'];

/** Joins the text of a content field, without its reasoning; null when the server sent none. */
function contentText({ content }: Choice['message']): string | null {
  if (content === null || content === undefined) return null;
  if (typeof content === 'string') return content;
  return content.map((part) => (reasoningParts.includes(part.type) ? '' : (text(part.text) ?? ''))).join('');
}

/** Returns the reasoning that a server sent in a field of its own; null without one. An empty field says nothing. */
function deliveredReasoning(message: Choice['message']): string | null {
  const fields = [message.reasoning_content, message.reasoning, message.thinking, message.thought];
  return fields.map(text).find((field) => field !== null && field.trim() !== '') ?? null;
}

export interface Exchange {
  readonly url: string;
  readonly secrets: readonly string[];
  /** Whether the request had tools, so that calling them is an answer. Absent: no. */
  readonly offersTools?: boolean;
  /** Texts of the request, with which token counts are compared; absent: not compared. */
  readonly prompt?: readonly string[];
  /** Text of the assistant message that ends the request and that the answer continues; absent: none. */
  readonly continued?: string | undefined;
}

function empty({ message, finish_reason }: Choice, usage: Usage, { url }: Exchange): Failure {
  if (callsTool(message.tool_calls)) return endFailure('tool-call', finish_reason, url);
  const reason = text(finish_reason) ?? 'not given';
  return noContent(`${url} sent a message without content (finish reason ${reason})`, usage.output);
}

function callsTool(calls: unknown): boolean {
  return Array.isArray(calls) && calls.length > 0;
}

/** Returns the readable calls of tools. Arguments are a text, but some servers send the parsed object. */
function toolCallsIn(calls: unknown): readonly ToolCall[] {
  return (Array.isArray(calls) ? calls : []).flatMap((call: unknown) => {
    const called = isRecord(call) ? call.function : undefined;
    if (!isRecord(call) || !isRecord(called) || typeof called.name !== 'string') return [];
    const given = called.arguments ?? '';
    return [
      {
        id: text(call.id) ?? '',
        name: called.name,
        arguments: typeof given === 'string' ? given : JSON.stringify(given),
      },
    ];
  });
}

interface Refused {
  readonly status: number;
  readonly retryAfter: RetryAfter | null;
}

const sentAsAnswer: Refused = { status: 200, retryAfter: null };

/** Returns whether a value says nothing: `""`, `false`, `{}`, `[]`, or an object of such values. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === null || value === undefined || value === '' || value === false;
}

/** Returns the failure that a server reported inside a body, with status 200 or another; null when the body holds none. */
export function reportedError(body: unknown, { url, secrets }: Exchange, refused: Refused): Failure | null {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (!isRecord(first)) return null; // a schema that fails is slow
  const isWhole = first.object === 'error' && !('error' in first); // Mistral: the body itself is the error
  const listed: unknown = Array.isArray(first.errors) ? first.errors[0] : undefined;
  if (!isWhole && !('error' in first) && listed === undefined) return null;
  if (listed === undefined && isEmpty(first.error) && ('choices' in first || 'content' in first || 'index' in first)) {
    return null; // a field for errors that reports none
  }
  const parsed = errorSchema.safeParse(isWhole ? { error: first } : { error: first.error ?? listed });
  if (!parsed.success) return null;
  const { message, code, param } = parsed.data.error;
  const { status, retryAfter } = refused;
  const inner = Number(code);
  const effective = status >= 400 ? status : Number.isInteger(inner) && inner >= 400 && inner < 600 ? inner : 500;
  const field = typeof param === 'string' && !message.includes(param) ? `(field ${param})` : '';
  const words = [message, typeof code === 'string' && !message.includes(code) ? code : '', field].filter(
    (word) => word !== '',
  );
  const said = redact(words.join(' '), secrets);
  const failure = httpFailure({ status: effective, text: said, retryAfter, url, keyless: secrets.length === 0 });
  return { ...failure, status };
}

/** Returns the server's finish reason, wherever its API puts it; undefined where the body has none. */
function finishReasonIn(body: Readonly<Record<string, unknown>>): unknown {
  const { choices, candidates, object, status, incomplete_details } = body;
  if (Array.isArray(choices)) return isRecord(choices[0]) ? choices[0].finish_reason : undefined;
  if (Array.isArray(candidates)) return isRecord(candidates[0]) ? candidates[0].finishReason : undefined;
  if (object === 'response') {
    if (status === 'incomplete') return isRecord(incomplete_details) ? incomplete_details.reason : status;
    return status;
  }
  return body.stop_reason ?? body.stopReason;
}

/** Returns the list of answers in a body, under the name that its API gives it; undefined where the body has none. */
function answersIn({ choices, candidates, promptFeedback }: Readonly<Record<string, unknown>>): unknown {
  return choices === undefined && promptFeedback === undefined ? candidates : choices; // Gemini explains an empty list
}

/**
 * Returns the failure of a body with status 200 in which the server reports an error, an interrupted answer or none; null
 * for a completion.
 */
export function brokenBody(body: unknown, exchange: Exchange): Failure | null {
  const reported = reportedError(body, exchange, sentAsAnswer);
  if (reported === null && isEmpty(body)) return noContent(`${exchange.url} sent an empty body`);
  if (reported !== null || !isRecord(body)) return reported;
  const answers = answersIn(body);
  if (answers === null || (Array.isArray(answers) && answers.length === 0)) {
    return noContent(`${exchange.url} sent a completion without an answer`, usageOf(body.usage).output);
  }
  const choice: unknown = Array.isArray(body.choices) ? body.choices[0] : undefined;
  if (Array.isArray(answers) && isEmpty(answers)) {
    return noContent(`${exchange.url} sent a completion with an empty answer`, usageOf(body.usage).output);
  }
  if (isRecord(choice)) {
    const inChoice =
      reportedError(choice, exchange, sentAsAnswer) ?? reportedError(choice.message, exchange, sentAsAnswer);
    if (inChoice !== null) return inChoice;
    if (typeof choice.index === 'number' && choice.index !== 0) {
      return failed('bad-response', `${exchange.url} sent choice ${choice.index}, but only choice 0 was requested`);
    }
  }
  const reason = finishReasonIn(body);
  const end = endOf(reason);
  const isFailure = end === 'interrupted' || (end === 'tool-call' && exchange.offersTools !== true);
  return isFailure ? endFailure(end, said(reason, exchange), exchange.url) : null;
}

function said(reason: unknown, { secrets }: Exchange): unknown {
  return typeof reason === 'string' ? redact(reason, secrets) : redact(JSON.stringify(reason), secrets);
}

/** Returns whether a chat completion has content, however short. A model that stops at once has given an empty answer. */
export function hasContent(body: unknown): boolean {
  const choice: unknown = isRecord(body) && Array.isArray(body.choices) ? body.choices[0] : undefined;
  const message: unknown = isRecord(choice) ? choice.message : undefined;
  return isRecord(message) && (typeof message.content === 'string' || Array.isArray(message.content));
}

/** Joins the reasoning of a field with that in the text; null without either. */
export function joinedReasoning(delivered: string | null, inText: string | null): string | null {
  if (delivered === null || inText === null || inText === '') return delivered ?? inText;
  return `${delivered}\n${inText}`;
}

/** Converts a completion's parsed JSON body, which `brokenBody` accepted, into an answer or a failure. */
export function chatAnswer(body: unknown, exchange: Exchange): Attempt {
  if (!isCompletion(body)) {
    const sent = redact(JSON.stringify(body), exchange.secrets).slice(0, 120);
    const message = `${exchange.url} sent JSON that is not a chat completion (at "${completionFault(body)}"): ${sent}: check the base URL, which usually ends in /v1`;
    return failed('bad-response', message);
  }
  const { choices, model, system_fingerprint, provider, usage } = body;
  const choice = choices[0] as (typeof choices)[number]; // `isCompletion` requires one
  const { message } = choice;
  const finishReason = text(choice.finish_reason);
  const delivered = deliveredReasoning(message);
  const end = endOf(choice.finish_reason);
  const toolCalls = exchange.offersTools === true ? toolCallsIn(message.tool_calls) : [];
  // some servers report the calls with the reason of an ordinary answer
  const isCalling = toolCalls.length > 0 && (end === 'tool-call' || end === 'answered' || end === 'unknown');
  if ((end === 'tool-call' && !isCalling) || end === 'interrupted') {
    return endFailure(end, choice.finish_reason, exchange.url);
  }
  const counts = usageOf(usage);
  const content = contentText(message) ?? text(message.refusal);
  const isSilent =
    content === null || (content === '' && (callsTool(message.tool_calls) || isOddEnd(choice.finish_reason)));
  if (isSilent && !isCalling && delivered === null && end !== 'filtered') return empty(choice, counts, exchange);
  const raw = withoutEcho(content ?? '', exchange.continued);
  const split = splitReasoning(raw);
  const reasoning = joinedReasoning(delivered, split.reasoning);
  return {
    ...(isCalling ? ({ kind: 'tool-call', toolCalls } as const) : keptEnd(end)),
    ...{ text: split.text, reasoning },
    usage: credibleUsage(counts, { prompt: exchange.prompt ?? [], text: split.text, reasoning }),
    served: { model: text(model), fingerprint: text(system_fingerprint), upstream: text(provider) },
    finishReason,
    logprobs: logprobsOf(choice.logprobs),
  };
}

/** Returns whether a finish reason is given and not known, such as Ollama's `load`: it does not explain an empty text. */
function isOddEnd(reason: unknown): boolean {
  return endOf(reason) === 'unknown' && reason !== null && reason !== undefined && reason !== '';
}

/** Returns the kind of an answer that is kept, and the mark where its end is unknown. */
export function keptEnd(end: Exclude<End, 'interrupted'>) {
  if (end === 'unknown') return { kind: 'answered', endIsUnknown: true } as const;
  return { kind: end as Exclude<typeof end, 'tool-call'> }; // a call of tools has its own kind
}

/** Returns a text as a pattern that matches it alone. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** What a server may put before the text that it repeats: tokens and the role of its chat template, or a quotation mark. */
const beforeEcho = '(?:\\s|<[^<>\\s]{1,40}>|assistant\\b:?|\\.{3}|…)*(["“`]?)';

/**
 * Returns the continuation of a text. Some servers (llama.cpp) repeat the text before it, perhaps with other spaces or
 * capitals, in quotation marks, or after tokens of the chat template.
 */
function withoutEcho(content: string, continued = ''): string {
  const words = continued.trim().split(/\s+/);
  if (words[0] === '' || content.startsWith(continued)) return content.slice(words[0] === '' ? 0 : continued.length);
  const echo = new RegExp(`^${beforeEcho}${words.map(literal).join('\\s+')}`, 'i');
  const found = echo.exec(content);
  if (found === null) return content;
  const rest = content.slice(found[0].length);
  return found[1] === '' ? rest : rest.replace(/^["”`]/, '');
}
