import { z } from 'zod';
import type { Attempt, Failure } from '../../domain/answer.ts';
import { likelyTokens, minTokens } from '../../domain/usage.ts';
import { isRecord } from '../../util/is-record.ts';
import { chatPath } from '../batch/openai-lines.ts';
import { failed } from '../failures/failure.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { HostClient } from '../http/host-client.ts';
import { httpConnections } from '../http/http-connections.ts';
import { post } from '../http/http-post.ts';
import { networkFailure } from '../http/network-failure.ts';
import { rateWindows } from '../http/rate-windows.ts';
import type { LanguageModel, ModelBatch, ModelRequest } from '../language-model.ts';
import type { MaxTokensField } from '../model-options.ts';
import type { ServerFacts } from '../server-facts.ts';
import { chatRequestBody, type Dialect, rejectsMaxTokens } from './chat-request.ts';
import { chatAnswer, type Exchange } from './chat-response.ts';
import { FactsOfModel, readServerFacts } from './read-server-facts.ts';
import { readReply } from './reply.ts';

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
  /** Name of the field for the maximum of output tokens. After a refusal of `max_tokens`, the other one is sent. */
  readonly maxTokensField?: MaxTokensField;
}

const listSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/** Returns the text that the answer continues: an assistant message that ends the request. */
function continuedText(messages: ModelRequest['messages']): string | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? last.content : undefined;
}

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
  let { maxTokensField = 'max_tokens' } = options;
  const facts = new FactsOfModel(async () => {
    const source = { baseUrl, model, kind: dialect.kind, authorization: authorization.authorization ?? null };
    return await readServerFacts({ ...source, dispatcher: await connections.dispatcher() });
  });

  async function sendAs(field: MaxTokensField, request: ModelRequest, exchange: Exchange): Promise<Attempt> {
    const { messages, sampling, form, tools, toolChoice, signal, onRateWindows } = request;
    const fields = { model, messages, sampling, logprobs, dialect, form, tools, toolChoice, maxTokensField: field };
    try {
      const dispatcher = await connections.dispatcher();
      const reply = await post({ dispatcher, url, headers, body: chatRequestBody(fields), signal });
      onRateWindows?.(rateWindows(reply.headers));
      const read = await readReply(reply, exchange);
      return read.kind === 'body' ? chatAnswer(read.value, exchange) : read;
    } catch (error) {
      if (signal.aborted) throw error;
      return networkFailure(error, baseUrl);
    }
  }

  const opened: LanguageModel = {
    name,
    identity: `${name}@${baseUrl}`,
    endpoint: baseUrl,
    defaultConcurrency: concurrency,
    capacity: 'unknown',
    async prepare() {
      await connections.dispatcher();
    },
    facts: () => facts.read(),
    ...(dialect.kind === null ? {} : { tellsFacts: true }),
    async ask(asked: ModelRequest): Promise<Attempt> {
      const prompt = asked.messages.map(({ content }) => content);
      const exchange = {
        ...exchanged,
        offersTools: asked.tools !== undefined,
        prompt,
        continued: continuedText(asked.messages),
      };
      const attempt = await sendAs(maxTokensField, asked, exchange);
      if (attempt.kind === 'failed') {
        if (maxTokensField !== 'max_tokens' || !rejectsMaxTokens(attempt)) return attempt;
        const again = await sendAs('max_completion_tokens', asked, exchange);
        if (again.kind !== 'failed') maxTokensField = 'max_completion_tokens';
        return again;
      }
      return (
        cutPrompt(attempt, prompt, { url: exchanged.url, facts: await facts.after(attempt, dialect.kind) }) ?? attempt
      );
    },
    listedNames: () => listNames({ baseUrl, headers: authorization, secrets: exchanged.secrets }),
    close: connections.close,
  };
  return { ...opened, batch: batchOf(opened, { baseUrl, headers: authorization, secrets: exchanged.secrets }) };
}

async function listNames(server: ConstructorParameters<typeof HostClient>[0]): Promise<readonly string[] | null> {
  const client = new HostClient(server);
  const result = await client.get('models', listSchema).finally(() => client.close());
  return result.kind === 'ok' ? result.value.data.map(({ id }) => id) : null;
}

function batchOf(opened: LanguageModel, server: ConstructorParameters<typeof HostClient>[0]): ModelBatch {
  return {
    priceFactor: 1, // a server's own prices are not known
    requestPath: chatPath,
    async open(timeouts = {}) {
      const { openAiBatchPort } = await import('../batch/openai-batch.ts');
      return openAiBatchPort(opened, { ...timeouts, ...server, path: chatPath });
    },
  };
}

function countIn(raw: unknown, field: string): number | null {
  const value = isRecord(raw) ? raw[field] : null;
  return typeof value === 'number' && value > 0 ? value : null;
}

/**
 * Returns the failure for an answer whose prompt the server did not read whole: Ollama cuts a prompt to the context of the
 * model, or drops its start while it generates, and replies with status 200. Seen from the counts that the server sent
 * (prompt and answer fill the context), or from a prompt that cannot fit. Null where nothing shows a cut, and where the
 * context length is unknown.
 */
function cutPrompt(
  attempt: Exclude<Attempt, Failure>,
  prompt: readonly string[],
  { url, facts: { kind, contextLength } }: { readonly url: string; readonly facts: ServerFacts },
): Failure | null {
  if (contextLength === null) return null;
  const { raw } = attempt.usage;
  const input = countIn(raw, 'prompt_tokens');
  const output = countIn(raw, 'completion_tokens') ?? 0;
  const least = prompt.reduce((sum, text) => sum + minTokens(text), 0);
  const likely = likelyTokens(prompt.reduce((sum, text) => sum + text.length, 0));
  const isFull = input !== null && (input >= contextLength || input + output > contextLength);
  const isContradicted = input !== null && input < least && likely > contextLength;
  if (!isFull && !isContradicted && least <= contextLength) return null;
  const counted = input === null ? '' : ` (it counted ${input} prompt tokens)`;
  const remedy =
    kind === 'ollama'
      ? 'set PARAMETER num_ctx in the Modelfile, or OLLAMA_CONTEXT_LENGTH for the server'
      : 'start the server with a longer context';
  return failed(
    'context-overflow',
    `${url} cut the prompt to the model's context length of ${contextLength} tokens${counted}: ${remedy}, or use shorter prompts`,
  );
}
