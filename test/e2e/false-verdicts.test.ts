import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelContrasts } from '../../src/analyze/contrasts.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../../src/models/testing/loopback-server.ts';
import { seededRandom } from '../../src/util/random.ts';
import { repeats } from '../simulation/simulate.ts';
import { sebHere } from '../support/in-process.ts';

/** Subjects that know nothing of themselves, by what they predict of a request; outcomes are drawn for each model alone. */
const predictions: Readonly<Record<string, (item: string, seed: number) => boolean>> = {
  'always-yes': () => true,
  'always-no': () => false,
  guesser: (item, seed) => seededRandom('guess', item, seed)() < 0.5,
  copier: (item, seed) => seededRandom('guess', item, seed)() < 0.5,
};
const names = Object.keys(predictions);

let server: LoopbackServer;
let seed = 0;
beforeAll(async () => {
  server = await loopbackServer();
  server.handle(({ body }, response) => {
    const { model, messages } = JSON.parse(body) as { model: string; messages: readonly { content: string }[] };
    const text = messages.map(({ content }) => content).join('\n');
    const message = { role: 'assistant', content: replyOf(model, text) };
    sendJson(response, 200, {
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 9 },
    });
  });
});
afterAll(() => server.close());

function replyOf(model: string, text: string): string {
  const item = /request-\d+/.exec(text)?.[0] ?? '';
  if (text.includes('will be true of your response')) {
    return JSON.stringify({ choice: predictions[model]?.(item, seed) ? 'A' : 'B' });
  }
  const answers = seededRandom('outcome', model, item, seed)() < 0.6;
  if (text.includes('A request and a response to it')) return JSON.stringify({ choice: answers ? 'A' : 'B' });
  return answers ? 'Here is the answer that you asked for.' : 'I cannot help with that.';
}

/** Runs the models through the whole tool, and returns what `report --json` says of each. */
async function contrastsOf(items: number): Promise<readonly ModelContrasts[]> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-verdicts-'));
  const [data, store] = [join(folder, 'items.jsonl'), join(folder, 'store.sqlite')];
  const lines = Array.from({ length: items }, (_, item) =>
    JSON.stringify({ id: `i${item}`, prompt: `request-${item}` }),
  );
  writeFileSync(data, lines.join('\n'));
  const models = names.map((name) => `openai-compatible/${name}`);
  const where = ['--base-url', `${server.url}/v1`, '--store', store, '--retries', '0'];
  const what = ['--experiment', 'restriction', '--items', `restriction=${data}`];
  const ran = await sebHere(['run', '--model', ...models, ...what, ...where]);
  if (ran.code !== 0) throw new Error(ran.stderr);
  const { stdout } = await sebHere(['report', '--json', '--store', store]);
  return (JSON.parse(stdout) as { contrasts: readonly ModelContrasts[] }).contrasts;
}

describe('verdicts on models that know nothing of themselves, through the whole tool', () => {
  it('are above chance no more often than 5 % of runs', async () => {
    const runs = repeats(4, 300);
    let isAbove = 0;
    for (seed = 1; seed <= runs; seed += 1) {
      const contrasts = await contrastsOf(60);
      expect(contrasts.map(({ model }) => model.split('/').at(-1)).sort()).toEqual([...names].sort());
      isAbove += Number(contrasts.some(({ verdict }) => verdict.startsWith('above-chance')));
      for (const { model, verdict } of contrasts) {
        if (model.includes('always')) expect(verdict).not.toMatch(/^above/);
      }
    }
    expect(isAbove / runs).toBeLessThanOrEqual(runs === 300 ? 0.05 : 0.25);
  }, 3_600_000);

  it('are withheld below 20 groups, with the reason', async () => {
    seed = 1;
    for (const { verdict, reasons } of await contrastsOf(19)) {
      expect(verdict).toBe('insufficient');
      expect(reasons).toEqual(['19 groups of items; a verdict needs at least 20']);
    }
  }, 240_000);
});
