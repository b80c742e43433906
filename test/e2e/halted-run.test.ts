import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runItems } from '../../src/answers/stored-run.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-halted-'));
afterAll(() => rmSync(folder, { recursive: true }));
let server: LoopbackServer;
beforeEach(async () => {
  server = await loopbackServer();
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  server.handle((_, response) => sendJson(response, 200, { ...completion('{"words": []}'), usage }));
});
afterEach(() => server.close());

/** Items in the order of their strata, as published sets have them. */
const items = join(folder, 'items.jsonl');
writeFileSync(
  items,
  Array.from({ length: 400 }, (_, index) => {
    const options = ['a', 'b', 'c'].map((letter) => `${letter}${index}`);
    return JSON.stringify({ id: `w${index}`, target: `t${index}`, options, topic: `topic ${Math.floor(index / 8)}` });
  }).join('\n'),
);
const prices = join(folder, 'prices.json');
writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { x: { cost: { input: 0, output: 1000 } } } } }));
const dollarsACall = 0.01;

/** Returns how many items of a halted run have an answer, and how many have the prediction and every execution. */
async function completeness(store: string): Promise<{ readonly answered: number; readonly complete: number }> {
  const opened = await openStore(store);
  const [record] = await opened.runs();
  if (record === undefined) throw new Error('the store has a run');
  let [answered, complete] = [0, 0];
  for await (const item of runItems(opened, record, experimentRegistry())) {
    const calls = item.asked();
    answered += Number(calls.some(({ stored }) => stored !== null));
    complete += Number(calls.every(({ stored }) => stored !== null));
  }
  await opened.close();
  return { answered, complete };
}

describe('a run that its budget halts half way', () => {
  it.each([
    [400, 1],
    [400, 5],
    [250, 5],
    [150, 3],
  ])(
    'has at least 80 percent of its answered items complete: %i items, %i executions',
    async (limit, samples) => {
      const store = join(folder, `${limit}-${samples}.sqlite`);
      const half = (limit * (samples + 1)) / 2;
      const { code, stderr } = await sebHere([
        ...['run', '--model', 'openai-compatible/x', '--base-url', `${server.url}/v1`, '--store', store],
        ...['--experiment', 'association', '--items', `association=${items}`, '--limit', String(limit)],
        ...['--samples', String(samples), '--prices', prices, '--max-output-tokens', '10', '--concurrency', '8'],
        ...['--budget', (half * dollarsACall).toFixed(2)],
      ]);
      expect(stderr).toContain('budget');
      expect(code).toBe(2);
      expect(server.received.length / half).toBeGreaterThan(0.95);
      const { answered, complete } = await completeness(store);
      expect(answered).toBeGreaterThan(0.45 * limit);
      expect(complete / answered).toBeGreaterThanOrEqual(0.8);
    },
    120_000,
  );
});
