import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loopbackServer, sendJson } from '../../../test/support/models/loopback-server.ts';
import { shippedSet } from '../../data/shipped-datasets.ts';
import { openStore } from '../../store/open.ts';
import { experimentOf } from '../design/study-experiment.ts';
import { runStudy } from './run-study.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-run-study-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the budget of a study', () => {
  it('counts calls without a stated cost in every step as the most that they can cost', async () => {
    const server = await loopbackServer();
    let calls = 0;
    server.handle(({ path }, response) => {
      if (path.endsWith('/models')) return sendJson(response, 200, { data: [{ id: 'm' }, { id: 'n' }] });
      calls += 1;
      const message = { role: 'assistant', content: 'wolf, lion, fox, deer, bear' };
      sendJson(response, 200, { choices: [{ index: 0, finish_reason: 'stop', message }] }); // no usage
    });
    const items = join(folder, 'items.jsonl');
    const animals = shippedSet([experimentOf({})], 'property/animals').items.slice(0, 60);
    writeFileSync(items, animals.map((item) => JSON.stringify(item)).join('\n'));
    const prices = join(folder, 'prices.json');
    const cost = { input: 0, output: 1000 }; // $0.10 for 100 tokens
    writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { m: { cost }, n: { cost } } } }));
    const store = await openStore(join(folder, 'store.sqlite'));
    try {
      const design = {
        ...{ targets: ['openai-compatible/m', 'openai-compatible/n'], arms: ['self' as const, 'cross' as const] },
        ...{ items, prices, baseUrl: `${server.url}/v1`, sampling: { maxOutputTokens: 100 }, budget: 2.5 },
        ...{ port: { port: 'simulated' as const }, itemsPerTask: { train: 10, test: 25 } },
      };
      const options = { stop: new AbortController().signal, environment: {}, wait: true, folder: join(folder, 'rows') };
      const context = { store, ...options, onProgress: () => {}, note: () => {} };
      expect(await runStudy(design, context)).toMatchObject({ kind: 'stopped', step: 'executions' });
      expect(calls).toBeGreaterThan(20); // the first step sends 20
      expect(calls).toBeLessThanOrEqual(25);
      const sent = calls;
      expect(await runStudy(design, context)).toMatchObject({ kind: 'stopped', step: 'executions' });
      expect(calls).toBe(sent);
    } finally {
      await store.close();
      await server.close();
    }
  });
});
