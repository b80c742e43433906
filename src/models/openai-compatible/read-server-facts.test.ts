import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deadUrl,
  type LoopbackServer,
  loopbackServer,
  sendJson,
} from '../../../test/support/models/loopback-server.ts';
import { noServerFacts, type ServerKind } from '../server-facts.ts';
import { readServerFacts } from './read-server-facts.ts';

let server: LoopbackServer;
const dispatcher = new Agent();
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(async () => {
  await dispatcher.close();
  await server.close();
});

/** Replies to the paths of a table, and with 404 to every other path. */
function serve(replies: Readonly<Record<string, unknown>>): void {
  server.handle(({ path }, response) =>
    path in replies ? sendJson(response, 200, replies[path]) : sendJson(response, 404, { error: 'no such path' }),
  );
}

const read = (model: string, kind: ServerKind | null = null, baseUrl = `${server.url}/v1`) =>
  readServerFacts({ baseUrl, model, kind, authorization: 'Bearer key', dispatcher, timeoutMs: 2_000 });

const list = (...data: readonly object[]) => ({ object: 'list', data });
const llamaModel = {
  id: 'qwen05',
  aliases: ['qwen05', 'qwen'],
  owned_by: 'llamacpp',
  meta: { n_ctx: 4096, n_params: 630167424, size: 485452288, ftype: 'Q4_K - Medium' },
};
const llamaProps = {
  default_generation_settings: { n_ctx: 4096 },
  total_slots: 2,
  model_path: '/home/someone/models/qwen.gguf',
  model_ftype: 'Q4_K_M',
};
const digest = 'a2af6cc3eb7fa8be8504abaf9b04e88f17a119ec3f04a3addf55f92841195f5a';
const ollama = {
  '/v1/models': list({ id: 'smol:latest', owned_by: 'library' }),
  '/api/tags': { models: [{ name: 'smol:latest', model: 'smol:latest', digest }] },
  '/api/ps': { models: [] },
  '/api/show': { parameters: 'num_ctx                        128\nstop    "<|im_end|>"', model_info: {} },
};

describe('readServerFacts', () => {
  it.each<[string, string, ServerKind | null, Record<string, unknown>, object]>([
    [
      'llama-server: slots, context and file, without the folders of the server',
      'qwen05',
      null,
      { '/v1/models': list(llamaModel), '/props': llamaProps },
      { contextLength: 4096, slots: 2, weights: 'qwen.gguf, Q4_K - Medium, 485452288 bytes' },
    ],
    [
      'llama-server under an alias',
      'qwen',
      null,
      { '/v1/models': list(llamaModel), '/props': llamaProps },
      { slots: 2 },
    ],
    [
      'llama-server without /props',
      'qwen05',
      'llamacpp',
      { '/v1/models': list(llamaModel) },
      { contextLength: 4096, slots: null, weights: 'Q4_K - Medium, 485452288 bytes' },
    ],
    [
      'an older llama-server without a list of models',
      'any',
      'llamacpp',
      { '/props': { ...llamaProps, model_path: 'C:\\models\\a.gguf', total_slots: 'two' } },
      { contextLength: 4096, slots: null, weights: 'a.gguf, Q4_K_M' },
    ],
    ['Ollama, model not loaded', 'smol', null, ollama, { contextLength: 128, weights: 'digest a2af6cc3eb7f' }],
    [
      'Ollama, model loaded with a smaller context than its file states',
      'smol:latest',
      null,
      { ...ollama, '/api/ps': { models: [{ name: 'smol:latest', context_length: 64 }] } },
      { contextLength: 64 },
    ],
    [
      'Ollama without num_ctx and before the model is loaded',
      'smol',
      'ollama',
      { ...ollama, '/api/show': { parameters: '' } },
      { contextLength: null, weights: 'digest a2af6cc3eb7f' },
    ],
    ['Ollama with another model of that name and another tag', 'smol:2b', 'ollama', ollama, { weights: null }],
    [
      'vLLM: the longest sequence, and the repository behind the served name',
      'chat',
      null,
      { '/v1/models': list({ id: 'chat', owned_by: 'vllm', root: '/data/models/org/base', max_model_len: 8192 }) },
      { contextLength: 8192, slots: null, weights: 'org/base' },
    ],
    [
      'SGLang',
      'chat',
      null,
      { '/v1/models': list({ id: 'chat', owned_by: 'sglang', root: 'chat', max_model_len: 2048 }) },
      { contextLength: 2048, slots: null, weights: null },
    ],
    [
      'LM Studio',
      'qwen2',
      'lmstudio',
      {
        '/v1/models': list({ id: 'qwen2', owned_by: 'organization_owner' }),
        '/api/v0/models/qwen2': { loaded_context_length: 4096, max_context_length: 32768, quantization: 'Q4_K_M' },
      },
      { contextLength: 4096, slots: null, weights: 'Q4_K_M' },
    ],
    [
      'a gateway, which tells nothing about the server behind it',
      'smol-proxy',
      null,
      { '/v1/models': list({ id: 'smol-proxy', owned_by: 'openai' }), '/props': llamaProps },
      noServerFacts,
    ],
    ['another model of the list', 'other', null, { '/v1/models': list({ id: 'a', max_model_len: 10 }) }, noServerFacts],
    ['a server without a list', 'm', null, {}, noServerFacts],
    ['a list that is none', 'm', 'ollama', { '/v1/models': 'nothing', '/api/tags': [] }, noServerFacts],
  ])('reads %s', async (_, model, kind, replies, facts) => {
    serve(replies);
    expect(await read(model, kind)).toMatchObject(facts);
  });

  it('sends the key, and only GET requests beside the one that shows a model', async () => {
    serve(ollama);
    const before = server.received.length;
    await read('smol');
    const sent = server.received.slice(before);
    expect(new Set(sent.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer key']));
    expect(sent.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual(['/api/show']);
  });

  it('returns nothing for a server that cannot be reached, and for one that never replies', async () => {
    expect(await read('m', 'llamacpp', `${await deadUrl()}/v1`)).toEqual({ ...noServerFacts, kind: 'llamacpp' });
    server.handle(() => {});
    const silent = { baseUrl: `${server.url}/v1`, model: 'm', kind: null, authorization: null, dispatcher } as const;
    expect(await readServerFacts({ ...silent, timeoutMs: 50 })).toEqual(noServerFacts);
  });
});
