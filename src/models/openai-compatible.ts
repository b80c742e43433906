import { isUtf8 } from 'node:buffer';
import type { Attempt } from '../call/answer.ts';
import { failed } from '../call/failure.ts';
import { parseBaseUrl } from './base-url.ts';
import { chatRequestBody, type Dialect } from './chat-request.ts';
import { chatAnswer, type Exchange, reportedError } from './chat-response.ts';
import { filteredPrompt } from './filtered-prompt.ts';
import { httpConnections } from './http-connections.ts';
import { httpFailure } from './http-failure.ts';
import { type Reply as HttpReply, post } from './http-post.ts';
import { keyEcho } from './key-echo.ts';
import type { LanguageModel, ModelRequest } from './language-model.ts';
import { networkFailure } from './network-failure.ts';
import { rateWindows } from './rate-windows.ts';
import { redact } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';

export interface OpenAiCompatibleOptions {
  /** `provider/model` as the user named it. */
  readonly name: string;
  /** The model's name as the server knows it. */
  readonly model: string;
  readonly baseUrl: string;
  /** Null: no Authorization header is sent. */
  readonly apiKey: string | null;
  readonly concurrency: number;
  readonly dialect: Dialect;
  /** Asks for log-probabilities of the output tokens, which not every server gives. */
  readonly logprobs: boolean;
}

type Reply = Omit<HttpReply, 'bytes'> & { readonly text: string };

/** Without the byte order mark that some servers begin with. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller says what came instead
  }
}

function notJson({ headers, text }: Reply, { url, secrets }: Exchange): Attempt {
  const type = String(headers['content-type'] ?? 'no content type');
  const what = /^\s*<(!doctype|html|\?xml)/i.test(text) ? 'a web page' : text === '' ? 'an empty body' : 'no JSON';
  const start = redact(text.slice(0, 80), secrets);
  const message = `${url} sent ${what} (${type}${start === '' ? '' : `: ${start}`}): check the base URL, which usually ends in /v1`;
  return failed('bad-response', message);
}

function attemptOf({ status, headers, bytes }: HttpReply, exchange: Exchange): Attempt {
  // Bytes that are no text would come out as replacement characters, and pass for the model's words.
  if (status === 200 && !isUtf8(bytes))
    return failed('bad-response', `${exchange.url} sent bytes that are no UTF-8 text`);
  const text = withoutMark(bytes.toString());
  const echo = status === 200 ? keyEcho(text, exchange.secrets, exchange.url) : null;
  if (echo !== null) return echo;
  const reply = { status, headers, text };
  const body = parseJson(text);
  if (status === 200) return body === undefined ? notJson(reply, exchange) : chatAnswer(body, exchange);
  if (status >= 300 && status < 400) {
    const target = redact(String(headers.location ?? 'nowhere'), exchange.secrets);
    return httpFailure({ status, text: `a redirect to ${target}`, retryAfterMs: null, url: exchange.url });
  }
  const filtered = status === 400 ? filteredPrompt(text) : null;
  if (filtered !== null) return filtered;
  const wait = retryAfterMs(headers);
  const reported = body === undefined ? null : reportedError(body, exchange, status);
  if (reported !== null) return { ...reported, retryAfterMs: wait };
  const said = /^\s*</.test(text) ? '' : redact(text, exchange.secrets);
  const keyless = exchange.secrets.length === 0;
  return httpFailure({ status, text: said, retryAfterMs: wait, url: exchange.url, keyless });
}

/** Any server that speaks OpenAI's /chat/completions, over one connection pool. */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): LanguageModel {
  const { name, model, apiKey, concurrency, dialect, logprobs } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const { dispatcher, close } = httpConnections(baseUrl, concurrency);
  const url = new URL(`${baseUrl}/chat/completions`);
  const exchange: Exchange = { url: `${baseUrl}/chat/completions`, secrets: apiKey === null ? [] : [apiKey] };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return {
    name,
    identity: `${name}@${baseUrl}`,
    endpoint: baseUrl,
    defaultConcurrency: concurrency,
    capacity: 'unknown',
    async ask({ messages, sampling, signal, onRateWindows }: ModelRequest): Promise<Attempt> {
      const body = chatRequestBody({ model, messages, sampling, logprobs, dialect });
      try {
        const { status, headers: received, bytes } = await post({ dispatcher, url, headers, body, signal });
        onRateWindows?.(rateWindows(received));
        return attemptOf({ status, headers: received, bytes }, exchange);
      } catch (error) {
        if (signal.aborted) throw error;
        return networkFailure(error, baseUrl);
      }
    },
    close,
  };
}
