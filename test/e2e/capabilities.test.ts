import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-capabilities-'));
const source = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
const items = join(folder, 'items.jsonl');

/** Writes a config with the toy experiment's requirements, and user models that declare different capabilities. */
function configFile(name: string, changes: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { vowel } from ${source('test/support/vowel/index.ts')};
     import { defineExperiment, defineModel } from ${source('src/index.ts')};
     const respond = ({ slot }) => (slot === 'guess' ? 'yes' : 'apple');
     const begun = (calls) => calls.map((call) => ({ ...call, messages: [...call.messages, { role: 'assistant', content: 'y' }] }));
     export default {
       model: [defineModel({ name: 'own/able', capabilities: ['logprobs'], respond }), defineModel({ name: 'own/plain', respond })],
       experiments: [defineExperiment({ ...vowel, ${changes} })],
       experiment: ['vowel'],
       items: { vowel: ${JSON.stringify(items)} },
     };`,
  );
  return file;
}

describe('capabilities that an experiment requires', () => {
  let server: LoopbackServer;
  let logprobs: string;
  beforeAll(async () => {
    server = await loopbackServer();
    server.handle((_, response) => sendJson(response, 200, completion('yes')));
    writeFileSync(items, '{"id": "rivers", "topic": "rivers"}');
    logprobs = configFile('logprobs', "requires: ['logprobs']");
  });
  afterAll(() => server.close());

  const run = (config: string, model: readonly string[], more: readonly string[] = []) => {
    const store = join(folder, `${model.join('-').replaceAll('/', '-')}.sqlite`);
    return sebHere(['run', '--config', config, '--model', ...model, '--store', store, ...more]);
  };
  const served = () => ['--base-url', `${server.url}/v1`];

  it.each([
    ['a server without them', ['openai-compatible/m']],
    ['one model of several', ['own/able', 'openai-compatible/m']],
  ])('refuse %s before anything is sent, with experiment, model and what to do', async (_, models) => {
    const { code, stderr } = await run(logprobs, models, served());
    expect(code).toBe(1);
    expect(stderr).toContain(
      'experiment vowel needs a model that can return log-probabilities of its tokens; openai-compatible/m is not known to support this',
    );
    expect(stderr).toMatch(
      /remove vowel or openai-compatible\/m from the run, or choose a model of openai, ollama, vllm, llamacpp /,
    );
    expect(server.received).toEqual([]);
    expect(existsSync(join(folder, 'openai-compatible-m.sqlite'))).toBe(false);
  });

  it("refuse a user's model that declares none, also in a dry run", async () => {
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await run(logprobs, ['own/plain'], more);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('own/plain is not known') });
    }
  });

  it("accept a user's model that declares them", async () => {
    expect(await run(logprobs, ['own/able'])).toMatchObject({ code: 0 });
  });

  it('are checked again when a run is resumed', async () => {
    const store = join(folder, 'resumed.sqlite');
    const first = await sebHere(['run', '--config', configFile('free', ''), '--model', 'own/plain', '--store', store]);
    expect(first.code).toBe(0);
    const again = await sebHere(['resume', 'latest', '--config', logprobs, '--store', store]);
    expect(again.stderr).toContain('experiment vowel needs a model that can return log-probabilities');
  });

  it('have log-probabilities requested, for the models that predict and are executed only', async () => {
    const judge = ['--judge', 'llamacpp/judge'];
    const { code, stderr } = await run(logprobs, ['vllm/m'], [...served(), ...judge]);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const calls = server.received.filter(({ method }) => method === 'POST'); // servers are asked for slots and weights
    expect(calls.map(({ body }) => (JSON.parse(body) as { logprobs?: boolean }).logprobs)).toEqual([true, true]);
  });

  it('are listed by `seb experiments`', async () => {
    const { stdout } = await sebHere(['experiments', '--config', logprobs]);
    expect(stdout).toContain('needs a model that can return log-probabilities of its tokens');
  });

  it('have no request end with a begun answer unless the experiment requires models that continue it', async () => {
    const plan = 'plan: (...context) => begun(vowel.plan(...context))';
    const silent = await run(configFile('silent', plan), ['own/able']);
    expect(silent).toMatchObject({ code: 1, stderr: expect.stringContaining("add requires: ['prefill']") });
    const declared = configFile('declared', `requires: ['prefill'], ${plan}`);
    expect((await run(declared, ['own/able'])).stderr).toContain('needs a model that can continue an answer');
    expect(await run(declared, ['simulated/ada'])).toMatchObject({ code: 0 });
  });
});
