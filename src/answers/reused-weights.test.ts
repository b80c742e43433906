import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatAnswer } from '../../test/support/answering-server.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../../test/support/models/loopback-server.ts';
import { type Bench, openBench } from '../../test/support/simulated-run.ts';
import { analyzeRuns } from '../analyze/analyze-runs.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import type { RunOptions } from './options/run-options.ts';

let server: LoopbackServer;
let bench: Bench;
beforeEach(async () => {
  [server, bench] = await Promise.all([loopbackServer(), openBench()]);
});
afterEach(async () => {
  await Promise.all([server.close(), bench.close()]);
});

type Facts = Readonly<Record<string, unknown>>;

/** Serves a model with these facts beside the chat route. */
function serve(facts: Facts): void {
  const answer = chatAnswer();
  server.handle((received, response) => {
    if (received.path.endsWith('/chat/completions')) return answer(received, response);
    if (received.path in facts) return sendJson(response, 200, facts[received.path]);
    sendJson(response, 404, { error: 'no such path' });
  });
}

const chats = () => server.received.filter(({ path }) => path.endsWith('/chat/completions')).length;

/** Returns the notes of a run, how many calls it sent, and the limits of its report. */
async function execute(model: string, options: RunOptions = {}) {
  const before = chats();
  const { record, result } = await bench.run({
    model: [model],
    baseUrl: `${server.url}/v1`,
    experiment: ['association'],
    limit: 2,
    ...options,
  });
  const analysis = await analyzeRuns({ store: bench.store, runs: [record], experiments: experimentRegistry() });
  return { record, notes: result.notes, sent: chats() - before, limits: analysis.results().limits };
}

const otherWeights = /other weights/;
const list = (entry: object) => ({ '/v1/models': { data: [entry] } });
const ollama = (digest: string) => ({
  ...list({ id: 'm:latest', owned_by: 'library' }),
  '/api/tags': { models: [{ name: 'm:latest', digest }] },
});
const llama = (file: string, size: number) => ({
  ...list({ id: 'm', owned_by: 'llamacpp', meta: { size } }),
  '/props': { model_path: `/models/${file}` },
});
const lmStudio = (quantization: string) => ({
  ...list({ id: 'm', owned_by: 'organization_owner' }),
  '/api/v0/models/m': { publisher: 'someone', quantization },
});
const vllm = (root: string) => list({ id: 'm', owned_by: 'vllm', root });

describe('reused answers of a server model', () => {
  it.each<[string, string, Facts, Facts, string, string]>([
    ['the digest of Ollama', 'ollama/m', ollama('a'.repeat(64)), ollama('b'.repeat(64)), 'digest aaa', 'digest bbb'],
    ['the file of llama.cpp', 'llamacpp/m', llama('a.gguf', 5), llama('b.gguf', 5), 'a.gguf', 'b.gguf'],
    ['the size of that file', 'llamacpp/m', llama('a.gguf', 5), llama('a.gguf', 6), '5 bytes', '6 bytes'],
    ['the quantization of LM Studio', 'lmstudio/m', lmStudio('Q4_0'), lmStudio('Q8_0'), 'Q4_0', 'Q8_0'],
    ['the repository of vLLM', 'vllm/m', vllm('org/one'), vllm('org/two'), 'org/one', 'org/two'],
  ])('are named as of other weights where %s is another one', async (_, model, before, after, old, now) => {
    serve(before);
    const first = await execute(model);
    expect(first.notes).toEqual([]);
    expect((await execute(model)).notes).toEqual([]);

    serve(after);
    const again = await execute(model);
    expect(again.sent).toBe(0);
    expect(again.notes).toHaveLength(1);
    expect(again.notes[0]).toContain(`All ${first.sent} answers of ${model} are from other weights`);
    for (const text of [old, now, '--repeat-as NAME']) expect(again.notes[0]).toContain(text);
    expect(again.limits).toContain(again.notes[0]);

    const larger = await execute(model, { limit: 4 });
    expect(larger.sent).toBeGreaterThan(0);
    expect(larger.notes[0]).toContain(`${first.sent} of ${first.sent + larger.sent} answers of ${model}`);
    expect(larger.limits).toContain(larger.notes[0]);

    const repeated = await execute(model, { repeatAs: 'new weights' });
    expect(repeated.sent).toBe(first.sent);
    expect(repeated.notes).toEqual([]);
    expect(repeated.limits.join()).not.toMatch(otherWeights);
  });

  it.each<[string, string, Facts]>([
    ['a server of unknown kind', 'openai-compatible/m', {}],
    ['vLLM under the name of the repository', 'vllm/m', vllm('m')],
    ['llama.cpp without its facts', 'llamacpp/m', {}],
    ['Ollama without its list of digests', 'ollama/m', list({ id: 'm', owned_by: 'library' })],
  ])('are known by name and address only at %s, which a run that reuses answers says once', async (_, model, facts) => {
    serve(facts);
    expect((await execute(model)).notes).toEqual([]);
    const { notes, limits } = await execute(model, { limit: 3 });
    expect(notes).toEqual([expect.stringContaining(`${model} is known by its name and address only`)]);
    expect(notes[0]).toContain('--repeat-as NAME');
    expect(limits.join()).not.toMatch(otherWeights);
  });

  it('are not believed to be of other weights while the server does not answer', async () => {
    serve(ollama('a'.repeat(64)));
    await execute('ollama/m');
    serve({});
    const { notes, record } = await execute('ollama/m');
    expect(notes).toEqual([]);
    expect(record.provenance.weights).toHaveLength(1);
  });

  it('have unknown weights where the run that paid for them knew none, as runs of version 0.2 do', async () => {
    serve({});
    await execute('ollama/m');
    serve(ollama('b'.repeat(64)));
    const { notes, limits } = await execute('ollama/m', { limit: 3 });
    expect(notes).toEqual([]);
    expect(limits.join()).not.toMatch(otherWeights);
  });
});
