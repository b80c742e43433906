import { z } from 'zod';
import { HostClient } from '../http/host-client.ts';
import type { ServerFacts } from '../server-facts.ts';

interface Server {
  /** URL of the API, mostly with /v1 at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** A server that works on long prompts may answer late; its facts then count as not told. */
const timeoutMs = 5_000;

const count = z.int().positive();

const propsSchema = z.looseObject({
  total_slots: count.optional().catch(undefined),
  build_info: z.string().optional().catch(undefined),
  model_path: z.string().optional().catch(undefined),
  default_generation_settings: z.looseObject({ n_ctx: count }).optional().catch(undefined),
});

/** The context length in the list of models: llama.cpp, vLLM and SGLang, OpenRouter, Groq. */
const listedSchema = z.looseObject({
  id: z.string(),
  owned_by: z.string().nullish().catch(null),
  meta: z.looseObject({ n_ctx: count }).nullish().catch(null),
  max_model_len: count.nullish().catch(null),
  context_length: count.nullish().catch(null),
  context_window: count.nullish().catch(null),
});
const listSchema = z.looseObject({ data: z.array(listedSchema) });

const versionSchema = z.looseObject({ version: z.string() });
const loadedSchema = z.looseObject({
  models: z.array(z.looseObject({ name: z.string(), context_length: count.nullish().catch(null), digest: z.string() })),
});
const shownSchema = z.looseObject({ parameters: z.string().optional().catch(undefined) });

/** Sends a GET; null for every reply without the expected fields. */
type Get = <Value>(path: string, schema: z.ZodType<Value>) => Promise<Value | null>;

async function withServer<Result>(
  { baseUrl, apiKey }: Server,
  work: (client: HostClient, get: Get) => Promise<Result>,
): Promise<Result> {
  const client = new HostClient({
    baseUrl: baseUrl.replace(/\/v1$/, ''),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    secrets: apiKey === null ? [] : [apiKey],
    timeoutMs,
  });
  const get: Get = async (path, schema) => {
    const result = await client.get(path, schema);
    return result.kind === 'ok' ? result.value : null;
  };
  try {
    return await work(client, get);
  } finally {
    await client.close();
  }
}

/** Returns the number of requests that a server of llama.cpp works on at once, from its /props beside /v1; else null. */
export async function readSlots(server: Server): Promise<number | null> {
  return await withServer(server, async (_, get) => (await get('props', propsSchema))?.total_slots ?? null);
}

/** Servers that write their name as the owner of a model in their list, and their version at /version. */
const owners: Readonly<Record<string, string>> = { vllm: 'vLLM', sglang: 'SGLang' };

function softwareName(
  props: z.infer<typeof propsSchema> | null,
  owner: string | null,
  version: string | null,
): string | null {
  if (props?.total_slots !== undefined) return ['llama.cpp', props.build_info ?? ''].join(' ').trim();
  const name = owner === null ? undefined : owners[owner];
  return name === undefined ? null : [name, version ?? ''].join(' ').trim();
}

/** Reads what a server tells about itself and a model. Sends no prompt; each request has five seconds. */
export async function readServerFacts(server: Server, model: string): Promise<ServerFacts> {
  return await withServer(server, async (client, get) => {
    const [props, list, ollama, version] = await Promise.all([
      get('props', propsSchema),
      get(server.baseUrl.endsWith('/v1') ? 'v1/models' : 'models', listSchema),
      get('api/version', versionSchema),
      get('version', versionSchema),
    ]);
    if (ollama !== null) return await ollamaFacts({ client, get, version: ollama.version }, model);
    const listed = list?.data.find(({ id }) => id === model) ?? (list?.data.length === 1 ? list.data[0] : undefined);
    const told = listed?.meta?.n_ctx ?? listed?.max_model_len ?? listed?.context_length ?? listed?.context_window;
    return {
      software: softwareName(props, listed?.owned_by ?? null, version?.version ?? null),
      contextLength: props?.default_generation_settings?.n_ctx ?? told ?? null,
      cutsLongPrompts: false,
      slots: props?.total_slots ?? null,
      weights: props?.model_path?.replace(/^.*[\\/]/, '') ?? null,
    };
  });
}

/** Returns what Ollama tells: the context length of the loaded model, else the `num_ctx` of its Modelfile. */
async function ollamaFacts(
  { client, get, version }: { client: HostClient; get: Get; version: string },
  model: string,
): Promise<ServerFacts> {
  const [running, tags, shown] = await Promise.all([
    get('api/ps', loadedSchema),
    get('api/tags', loadedSchema),
    client.post('api/show', shownSchema, { model }),
  ]);
  const isModel = ({ name }: { name: string }) => name === model || name === `${model}:latest`;
  const parameters = shown.kind === 'ok' ? (shown.value.parameters ?? '') : '';
  const set = Number(/^num_ctx\s+(\d+)/m.exec(parameters)?.[1] ?? Number.NaN);
  return {
    software: `Ollama ${version}`,
    contextLength: running?.models.find(isModel)?.context_length ?? (Number.isNaN(set) ? null : set),
    cutsLongPrompts: true,
    slots: null,
    weights: tags?.models.find(isModel)?.digest ?? null,
  };
}
