import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Answer, Usage } from '../../domain/answer.ts';
import { isRecord } from '../../util/is-record.ts';
import { assertNever } from '../../util/types.ts';
import { noServerFacts, type ServerFacts, type ServerKind } from '../server-facts.ts';

/** Where the facts are read. */
interface FactsSource {
  /** Base URL of the API, without a trailing slash, such as http://127.0.0.1:8080/v1. */
  readonly baseUrl: string;
  /** The model's name as the server knows it. */
  readonly model: string;
  /** Kind of the server where the user named it; null: its list of models may tell. */
  readonly kind: ServerKind | null;
  /** Value of the Authorization header; null: none is sent. */
  readonly authorization: string | null;
  readonly dispatcher: Dispatcher;
  /** Milliseconds for all requests together; default 5 s. */
  readonly timeoutMs?: number;
}

/** A server that works on long prompts may answer late; the run then starts without the facts. */
const defaultTimeoutMs = 5_000;

const positive = z.int().positive();
/** A number that counts as absent where it is missing or malformed. */
const optionalCount = positive.nullish().catch(null);
const optionalText = z.string().min(1).nullish().catch(null);

const listedModel = z.object({
  id: z.string(),
  owned_by: optionalText,
  /** vLLM, SGLang. */
  max_model_len: optionalCount,
  root: optionalText,
  aliases: z.array(z.string()).nullish().catch(null),
  /** llama.cpp. */
  meta: z
    .object({ n_ctx: optionalCount, n_params: optionalCount, size: optionalCount, ftype: optionalText })
    .nullish()
    .catch(null),
});
type ListedModel = z.infer<typeof listedModel>;
const modelList = z.object({ data: z.array(listedModel) });

/** /props of llama-server. */
const llamaProps = z.object({
  total_slots: optionalCount,
  default_generation_settings: z.object({ n_ctx: optionalCount }).nullish().catch(null),
  model_path: optionalText,
  model_ftype: optionalText,
});

/** /api/show, /api/ps and /api/tags of Ollama. */
const ollamaShow = z.object({ parameters: optionalText });
const ollamaModels = z.object({
  models: z.array(
    z.object({ name: optionalText, model: optionalText, digest: optionalText, context_length: optionalCount }),
  ),
});

/** /api/v0/models/NAME of LM Studio. */
const lmStudioModel = z.object({
  loaded_context_length: optionalCount,
  publisher: optionalText,
  quantization: optionalText,
});

/** Kinds by the owner that their lists of models state. */
const kindOfOwner: Readonly<Record<string, ServerKind>> = {
  llamacpp: 'llamacpp',
  library: 'ollama',
  organization_owner: 'lmstudio',
  vllm: 'vllm',
  sglang: 'vllm',
};

/**
 * Asks a server about one of its models: llama.cpp at /props, Ollama at /api/ps, /api/show and /api/tags, LM Studio at
 * /api/v0/models; the list of models of vLLM and SGLang has the facts. Loads nothing on the server. Never rejects: an
 * unreachable server is reported by the first call.
 */
export async function readServerFacts(source: FactsSource): Promise<ServerFacts> {
  const server = new FactRequests(source);
  const listed = (await server.get('/models', modelList))?.data ?? [];
  const entry = listed.find(({ id, aliases }) => isNamed(source.model, id) || aliases?.includes(source.model)) ?? null;
  const owner = (entry ?? listed[0])?.owned_by ?? '';
  const stated = Object.hasOwn(kindOfOwner, owner) ? kindOfOwner[owner] : undefined;
  const kind = stated ?? source.kind;
  return { kind, ...(await factsOf(kind, server, { entry, model: source.model })) };
}

type ToldFacts = Omit<ServerFacts, 'kind'>;

async function factsOf(
  kind: ServerKind | null,
  server: FactRequests,
  { entry, model }: { readonly entry: ListedModel | null; readonly model: string },
): Promise<ToldFacts> {
  switch (kind) {
    case 'llamacpp':
      return await llamaFacts(server, entry);
    case 'ollama':
      return await ollamaFacts(server, model);
    case 'lmstudio':
      return await lmStudioFacts(server, model);
    case 'vllm':
    case null: // other servers list at most what vLLM lists
      return { contextLength: entry?.max_model_len ?? null, slots: null, weights: rootOf(entry) };
    default:
      return assertNever(kind);
  }
}

/** The facts about one model of a server. */
export class FactsOfModel {
  readonly #read: () => Promise<ServerFacts>;
  #known: ServerFacts = noServerFacts;
  #loaded: Promise<ServerFacts> | null = null;

  constructor(read: () => Promise<ServerFacts>) {
    this.#read = read;
  }

  async read(): Promise<ServerFacts> {
    this.#known = await this.#read();
    return this.#known;
  }

  /**
   * Returns the facts after an answer. Ollama tells the context length once the model is loaded, so it is asked again, once.
   * A server of unknown kind is asked, once, after an answer whose count of prompt tokens may be the context length.
   */
  async after({ usage }: Answer, kind: ServerKind | null): Promise<ServerFacts> {
    const isOllama = (this.#known.kind ?? kind) === 'ollama';
    if (!isOllama && (kind !== null || !mayBeContextLength(usage))) return this.#known;
    this.#loaded ??= this.read();
    return await this.#loaded;
  }
}

/** Context lengths are multiples of this, but for rare settings. */
const contextStep = 64;

/** Returns whether the server's count of prompt tokens may be the context length. */
function mayBeContextLength({ raw }: Usage): boolean {
  const count = isRecord(raw) ? raw.prompt_tokens : null;
  return typeof count === 'number' && count > 0 && count % contextStep === 0;
}

/** Returns whether a server's name is the requested one; Ollama lists names with their tag, `latest` by default. */
function isNamed(requested: string, listed: string): boolean {
  return listed === requested || listed === `${requested}:latest`;
}

/** Returns the folder or repository that a served name stands for, where it is another name. */
function rootOf(entry: ListedModel | null): string | null {
  const root = entry?.root ?? null;
  return root === null || root === entry?.id ? null : lastPart(root, 2);
}

/** Returns the last parts of a path, which are enough to recognize it: the folders of a server are private. */
function lastPart(path: string, parts: number): string {
  return path
    .split(/[/\\]/)
    .filter((part) => part !== '')
    .slice(-parts)
    .join('/');
}

async function llamaFacts(server: FactRequests, entry: ListedModel | null): Promise<ToldFacts> {
  const props = await server.getBeside('/props', llamaProps);
  const meta = entry?.meta ?? null;
  const file = props?.model_path == null ? null : lastPart(props.model_path, 1);
  const format = meta?.ftype ?? props?.model_ftype ?? null;
  const size = meta?.size == null ? null : `${meta.size} bytes`;
  const weights = [file, format, size].filter((part) => part !== null);
  return {
    contextLength: props?.default_generation_settings?.n_ctx ?? meta?.n_ctx ?? null,
    slots: props?.total_slots ?? null,
    weights: weights.length === 0 ? null : weights.join(', '),
  };
}

async function ollamaFacts(server: FactRequests, model: string): Promise<ToldFacts> {
  const tags = await server.getBeside('/api/tags', ollamaModels);
  if (tags === null) return noServerFacts;
  const [running, show] = await Promise.all([
    server.getBeside('/api/ps', ollamaModels),
    server.postBeside('/api/show', { model }, ollamaShow),
  ]);
  const named = ({ name, model: id }: { readonly name?: unknown; readonly model?: unknown }) =>
    [name, id].some((each) => typeof each === 'string' && isNamed(model, each));
  const digest = tags.models.find(named)?.digest ?? null;
  const stated = /^\s*num_ctx\s+(\d+)\s*$/m.exec(show?.parameters ?? '')?.[1];
  return {
    // the context of the loaded model, which the server's settings may limit; else the one that the model file states
    contextLength: running?.models.find(named)?.context_length ?? (stated === undefined ? null : Number(stated)),
    slots: null,
    weights: digest === null ? null : `digest ${digest.replace(/^sha256:/, '').slice(0, 12)}`,
  };
}

async function lmStudioFacts(server: FactRequests, model: string): Promise<ToldFacts> {
  const found = await server.getBeside(`/api/v0/models/${encodeURIComponent(model)}`, lmStudioModel);
  const weights = [found?.publisher, found?.quantization].filter((part) => part != null);
  return {
    contextLength: found?.loaded_context_length ?? null,
    slots: null,
    weights: weights.length === 0 ? null : weights.join(', '),
  };
}

/** Requests to one server within one time limit; a reply that is not as expected counts as none. */
class FactRequests {
  readonly #source: FactsSource;
  readonly #signal: AbortSignal;

  constructor(source: FactsSource) {
    this.#source = source;
    this.#signal = AbortSignal.timeout(source.timeoutMs ?? defaultTimeoutMs);
  }

  /** Gets a path below the base URL. */
  get<Value>(path: string, schema: z.ZodType<Value>): Promise<Value | null> {
    return this.#send({ method: 'GET', url: `${this.#source.baseUrl}${path}` }, schema);
  }

  /** Gets a path of the server beside its /v1. */
  getBeside<Value>(path: string, schema: z.ZodType<Value>): Promise<Value | null> {
    return this.#send({ method: 'GET', url: `${this.#root}${path}` }, schema);
  }

  postBeside<Value>(path: string, body: object, schema: z.ZodType<Value>): Promise<Value | null> {
    return this.#send({ method: 'POST', url: `${this.#root}${path}`, body: JSON.stringify(body) }, schema);
  }

  get #root(): string {
    return this.#source.baseUrl.replace(/\/v1$/, '');
  }

  async #send<Value>(
    {
      method,
      url,
      body = null,
    }: { readonly method: 'GET' | 'POST'; readonly url: string; readonly body?: string | null },
    schema: z.ZodType<Value>,
  ): Promise<Value | null> {
    const { authorization, dispatcher } = this.#source;
    const { origin, pathname } = new URL(url);
    try {
      const reply = await dispatcher.request({
        origin,
        path: pathname,
        method,
        body,
        headers: {
          accept: 'application/json',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(authorization === null ? {} : { authorization }),
        },
        signal: this.#signal,
      });
      const text = await reply.body.text();
      if (reply.statusCode !== 200) return null;
      return schema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null; // unreachable, late, or not JSON: the first call reports what is wrong
    }
  }
}
