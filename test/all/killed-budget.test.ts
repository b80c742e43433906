import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { seb, start } from '../support/command.ts';
import { completion } from '../support/models/chaos.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { dialects, type StorePlace } from '../support/stores.ts';

const price = 1000; // dollars per million tokens
const usage = { prompt_tokens: 100, completion_tokens: 100, total_tokens: 200 };
const dollarsPerCall = (usage.total_tokens * price) / 1e6;
const kills = 3;
const answerMs = 150;

describe.each(dialects)('seb run --budget, killed while calls are in flight, in $dialect', ({ start: startPlace }) => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-killed-budget-'));
  let place: StorePlace;
  let server: LoopbackServer;
  beforeAll(async () => {
    place = await startPlace();
    server = await loopbackServer();
  });
  afterAll(async () => {
    await server.close();
    await place.stop();
    rmSync(folder, { recursive: true });
  });

  it('counts every call that the server charged', async () => {
    const store = await place.fresh();
    const prices = join(folder, 'prices.json');
    const cost = { input: price, output: price };
    writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { x: { cost } } } }));
    let charged = 0;
    server.handle((_, response) => {
      charged += dollarsPerCall; // charged when it is received, as by a provider
      setTimeout(() => sendJson(response, 200, { ...completion('{"words": []}'), usage }), answerMs);
    });
    const model = ['--model', 'openai-compatible/x', '--base-url', `${server.url}/v1`, '--experiment', 'association'];
    const money = ['--prices', prices, '--budget', '42', '--max-output-tokens', '200'];
    const args = ['run', ...model, ...money, '--limit', '100', '--concurrency', '8', '--json', '--store', store];
    for (let kill = 0; kill < kills; kill += 1) {
      const before = server.received.length;
      const { child, ended } = start(args, { folder });
      let isEnded = false;
      void ended.then(() => {
        isEnded = true;
      });
      while (server.received.length < before + 20 && !isEnded) await sleep(5);
      expect(isEnded).toBe(false);
      child.kill('SIGKILL');
      await ended;
    }
    const { code, stdout } = await seb(args, { folder });
    expect(code).toBe(2); // 200 calls cost $40, and three kills leave more than $2 that may be charged
    const { run } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { run: string }; // what `--json` prints
    const opened = await openStore(store);
    const spent = (await opened.spent(run as never)).dollars;
    const possible = await opened.possibleCharges(run as never);
    await opened.close();
    expect(possible).toBeGreaterThan(0);
    expect(spent + possible).toBeGreaterThanOrEqual(charged - 1e-9);
    expect(charged).toBeLessThanOrEqual(42);
  }, 240_000);
});
