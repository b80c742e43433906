import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runItems } from '../../src/answers/stored-run.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';
import { formalAnswer } from '../support/answering-server.ts';
import { FakeBatchHost } from '../support/batch/fake-batch-host.ts';
import { requestLines, vllmResult, writeLines } from '../support/batch/file-engine.ts';
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
const cost = { input: 0, output: 1000 };
writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { x: { cost }, judge: { cost } } } }));
const dollarsACall = 0.01;

/** A run of two stages: a judge is called for each execution, when an item has its first answers. */
const twoStages = ['--experiment', 'restriction', '--judge', 'openai-compatible/judge'];

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
    ['one stage', 400, 1, 8],
    ['one stage', 400, 5, 8],
    ['one stage', 250, 5, 8],
    ['one stage', 150, 3, 8],
    ['one stage', 300, 1, 32],
    ['a judge', 300, 1, 8],
    ['a judge', 300, 1, 32],
    ['a judge', 300, 5, 32],
    ['a judge', 100, 5, 32],
  ])(
    'has at least 80 percent of its answered items complete: %s, %i items, %i executions, %i at once',
    async (stages, limit, samples, concurrency) => {
      const hasJudge = stages === 'a judge';
      const store = join(folder, `${stages}-${limit}-${samples}-${concurrency}.sqlite`);
      const half = (limit * (1 + (hasJudge ? 2 : 1) * samples)) / 2;
      const { code, stderr } = await sebHere([
        ...['run', '--model', 'openai-compatible/x', '--base-url', `${server.url}/v1`, '--store', store],
        ...(hasJudge ? twoStages : ['--experiment', 'association', '--items', `association=${items}`]),
        ...['--limit', String(limit), '--samples', String(samples), '--prices', prices, '--max-output-tokens', '10'],
        ...['--concurrency', String(concurrency), '--budget', (half * dollarsACall).toFixed(2)],
      ]);
      expect(stderr).toContain('budget');
      expect(code).toBe(2);
      if (!hasJudge) expect(server.received.length / half).toBeGreaterThan(0.95);
      const { answered, complete } = await completeness(store);
      expect(answered).toBeGreaterThan(0.45 * limit);
      expect(complete / answered).toBeGreaterThanOrEqual(0.8);
    },
    120_000,
  );

  it.each([
    ['one stage', 1],
    ['a judge', 1],
    ['a judge', 5],
  ])(
    'in batches has at least 80 percent of its answered items complete: %s, %i executions',
    async (stages, samples) => {
      const hasJudge = stages === 'a judge';
      const host = await FakeBatchHost.start();
      const store = join(folder, `batch-${stages}-${samples}.sqlite`);
      const half = (300 * (1 + (hasJudge ? 2 : 1) * samples)) / 2;
      const flags = ['--store', store];
      const { stdout } = await sebHere([
        ...['run', '--batch', '--model', 'openai-compatible/x', '--base-url', host.baseUrl, ...flags],
        ...(hasJudge ? twoStages : ['--experiment', 'association', '--items', `association=${items}`]),
        ...['--limit', '300', '--samples', String(samples), '--prices', prices, '--max-output-tokens', '5'], // all of them
        ...['--budget', (half * 0.005).toFixed(3)],
      ]);
      const said = stdout.replace(/\s+/g, ' ');
      expect(said).toContain('not submitted, because the budget does not cover them');
      expect(said.includes('beside the calls that follow from answers (up to $')).toBe(hasJudge);
      for (let round = 0; round < 8; round += 1) await sebHere(['collect', ...flags]);
      await host.server.close();
      const { answered, complete } = await completeness(store);
      expect(answered).toBeGreaterThan(0.45 * 300);
      expect(complete / answered).toBeGreaterThanOrEqual(0.8);
    },
    120_000,
  );
});

describe('a run whose request file an engine has answered half way', () => {
  it.each([1, 5])('has at least 80 percent of its answered items complete: %i executions', async (samples) => {
    const store = join(folder, `files-${samples}.sqlite`);
    const requests = join(folder, `requests-${samples}`);
    await sebHere([
      ...['run', '--model', 'vllm/x', '--base-url', `${server.url}/v1`, '--store', store, '--limit', '300'],
      ...['--experiment', 'association', '--items', `association=${items}`, '--samples', String(samples)],
      ...['--write-requests', requests],
    ]);
    const lines = requestLines(requests);
    const results = lines.slice(0, lines.length / 2).map((line) => vllmResult(line, formalAnswer(line.body)));
    const file = writeLines(join(folder, `results-${samples}.jsonl`), results);
    expect((await sebHere(['import', '--answers', file, '--store', store])).code).toBe(0);
    const { answered, complete } = await completeness(store);
    expect(answered).toBeGreaterThan(0.45 * 300);
    expect(complete / answered).toBeGreaterThanOrEqual(0.8);
  });
});
