import { z } from 'zod';
import type { Attempt } from '../../domain/answer.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { HostClient } from '../http/host-client.ts';
import { httpConnections } from '../http/http-connections.ts';
import { post } from '../http/http-post.ts';
import { networkFailure } from '../http/network-failure.ts';
import { rateWindows } from '../http/rate-windows.ts';
import { readReply } from '../http/reply.ts';
import type { LanguageModel, ModelBatch, ModelRequest } from '../language-model.ts';
import { chatRequestBody, type Dialect } from './chat-request.ts';
import { chatAnswer, type Exchange } from './chat-response.ts';
import { readServerFacts } from './server-facts.ts';

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
  /** Requests log-probabilities of the output tokens, which not every server supports. */
  readonly logprobs: boolean;
}

const listSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/** Returns a model on any server with OpenAI's /chat/completions, over one connection pool. */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): LanguageModel {
  const { name, model, apiKey, concurrency, dialect, logprobs } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const connections = httpConnections(baseUrl, concurrency);
  const url = new URL(`${baseUrl}/chat/completions`);
  const exchanged: Exchange = { url: `${baseUrl}/chat/completions`, secrets: apiKey === null ? [] : [apiKey] };
  const authorization: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...authorization,
  };
  const opened: LanguageModel = {
    name,
    identity: `${name}@${baseUrl}`,
    endpoint: baseUrl,
    defaultConcurrency: concurrency,
    capacity: 'unknown',
    async prepare() {
      await connections.dispatcher();
    },
    facts: async () => {
      const source = { baseUrl, model, kind: dialect.kind, authorization: authorization.authorization ?? null };
      return await readServerFacts({ ...source, dispatcher: await connections.dispatcher() });
    },
    async ask({ messages, sampling, form, tools, toolChoice, signal, onRateWindows }: ModelRequest): Promise<Attempt> {
      const body = chatRequestBody({ model, messages, sampling, logprobs, dialect, form, tools, toolChoice });
      const exchange = { ...exchanged, offersTools: tools !== undefined };
      try {
        const dispatcher = await connections.dispatcher();
        const reply = await post({ dispatcher, url, headers, body, signal });
        onRateWindows?.(rateWindows(reply.headers));
        const read = await readReply(reply, exchange);
        return read.kind === 'body' ? chatAnswer(read.value, exchange) : read;
      } catch (error) {
        if (signal.aborted) throw error;
        return networkFailure(error, baseUrl);
      }
    },
    async listedNames() {
      const client = new HostClient({ baseUrl, headers: authorization, secrets: exchanged.secrets });
      const result = await client.get('models', listSchema).finally(() => client.close());
      return result.kind === 'ok' ? result.value.data.map(({ id }) => id) : null;
    },
    close: connections.close,
  };
  const batch: ModelBatch = {
    priceFactor: 1, // a server's own prices are not known
    async open(timeouts = {}) {
      const { openAiBatchPort } = await import('../batch/openai-batch.ts');
      const path = '/v1/chat/completions';
      return openAiBatchPort(opened, {
        ...timeouts,
        baseUrl,
        headers: authorization,
        secrets: exchanged.secrets,
        path,
      });
    },
  };
  return { ...opened, batch };
}
