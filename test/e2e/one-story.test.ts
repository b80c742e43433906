import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Finding, type Results, verdictTexts } from '../../src/domain/finding.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { differenceText, scoreIntervalText, scoreText } from '../../src/report/model/finding-text.ts';
import { executeRun } from '../../src/run/execute-run.ts';
import type { RunOptions } from '../../src/run/options/run-options.ts';
import { prepareRun } from '../../src/run/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';
import { overviewSchema } from '../../src/view/contract/contract.ts';
import { openingSchema } from '../../src/view/contract/contract-static.ts';
import { indexLocation } from '../../src/view/server/index-location.ts';
import { openIndex, refreshIndex } from '../../src/view/server/open-index.ts';
import { serveViewer, type ViewServer } from '../../src/view/server/serve.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';
import { newFolder } from '../support/refusal.ts';

const servers: ViewServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** Runs models in a store, until a number of answers where it is given. */
async function runIn(file: string, options: RunOptions, stopAfter = Number.POSITIVE_INFINITY): Promise<string> {
  const store = await openStore(file);
  const stop = new AbortController();
  const onProgress = ({ answered }: { readonly answered: number }) => {
    if (answered >= stopAfter) stop.abort();
  };
  const prepared = await prepareRun(options, {}, store);
  const { run } = await executeRun(prepared, { store, stop: stop.signal, onProgress });
  await store.close();
  return run;
}

/** Returns the results that the viewer serves, once its index is up to date. */
async function served(location: string): Promise<Results> {
  const store = await openStore(location);
  const experiments = experimentRegistry();
  const database = openIndex(indexLocation(location));
  await refreshIndex({ store, runs: await store.runs(), experiments, database, onProgress: () => {} });
  database.close();
  await store.close();
  const server = await serveViewer({ location, experiments, config: null, port: 0, host: null });
  servers.push(server);
  const read = async () => overviewSchema.parse(await (await fetch(new URL('/api/overview', server.url))).json());
  await expect.poll(async () => (await read()).findings.length, { timeout: 60_000 }).toBeGreaterThan(0);
  return read();
}

/** Returns what a reader would call a contradiction between a verdict and the numbers of its row. */
function contradictionOf({ verdict, score, reference, differenceInterval, usable, total, reason, better }: Finding) {
  if (reason !== null) return null;
  if (usable < total / 2) return 'less than half could be read';
  if (verdict === 'insufficient' || score === null || reference.value === null) return null;
  const [low, high] = differenceInterval ?? [-1, 1];
  const isAbove = verdict.startsWith('above');
  const isBelow = verdict.startsWith('below');
  const lead = better === 'higher' ? score - reference.value : reference.value - score;
  if (isAbove && (low <= 0 || lead <= 0)) return 'above, with an interval that includes 0';
  if (isBelow && (high >= 0 || lead >= 0)) return 'below, with an interval that includes 0';
  return !isAbove && !isBelow && (low > 0 || high < 0) ? 'neither, with an interval without 0' : null;
}

const plain = (text: string) => text.replaceAll('\\', '').replaceAll(/\s+/g, ' ');

const two = ['simulated/ada?self=1', 'simulated/bo?self=0'];
const stores: readonly (readonly [string, RunOptions, number])[] = [
  ['two models and three tasks', { model: two, limit: 40, samples: 2 }, Number.POSITIVE_INFINITY],
  [
    'a run stopped half way',
    { model: two.map((name) => `${name}&delay=40`), experiment: ['restriction'], limit: 60, samples: 2 },
    200,
  ],
  [
    'seven models and 24 items',
    {
      model: [...two, ...'cdefg'].map((name) => (name.includes('/') ? name : `simulated/${name}?self=0.5`)),
      experiment: ['association', 'difficulty'],
      limit: 24,
    },
    Number.POSITIVE_INFINITY,
  ],
];

describe('findings', () => {
  it.each(stores)(
    'are equal on every surface: %s',
    async (_, options, stopAfter) => {
      const folder = newFolder();
      const location = join(folder, 'store.sqlite');
      const run = await runIn(location, options, stopAfter);
      const report = async (...more: readonly string[]) =>
        (await sebHere(['report', ...more, '--store', location])).stdout;
      const results = JSON.parse(await report('--json')) as Results;
      expect(results.findings.length).toBeGreaterThan(1);
      expect(results.findings.map(contradictionOf)).toEqual(results.findings.map(() => null));
      const told = ({ findings, adjustedOver, answer, limits, provisional }: Results) => ({
        ...{ findings, adjustedOver, answer, limits, provisional },
      });
      const live = await served(location);
      expect(told(live)).toEqual(told(results));
      await report('--out', join(folder, 'out'));
      const [opening = ''] = readablePage(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).split('\n');
      expect(told(openingSchema.parse(JSON.parse(opening)).overview)).toEqual(told(results));
      const texts = [await report('--wide'), await report('--markdown')].map(plain);
      for (const found of results.findings) {
        for (const text of texts) {
          for (const part of [
            scoreIntervalText(found),
            scoreText(found, found.reference.value),
            differenceText(found),
          ]) {
            expect(text.includes(plain(part)), part).toBe(true);
          }
          expect(text.includes(verdictTexts[found.verdict].text), found.verdict).toBe(true);
          expect(text.includes(plain(found.reason ?? '')), found.reason ?? '').toBe(true);
        }
      }
      const first = await report();
      expect(plain(first)).toContain(plain(results.answer));
      if (Number.isFinite(stopAfter)) {
        expect(first.split('\n')[0]).toMatch(/^run [0-9a-f]{12}: stopped, \d{3} of 600 calls answered/);
      }
      await runIn(location, { model: ['simulated/unrelated'], experiment: ['restriction'], limit: 30 });
      expect(told(JSON.parse(await report(run, '--json')) as Results)).toEqual(told(results));
    },
    120_000,
  );
});

describe('the default selection', () => {
  it('is the newest run that has answers', async () => {
    const location = join(newFolder(), 'store.sqlite');
    const run = await runIn(location, { model: ['simulated/a'], experiment: ['restriction'], limit: 20 });
    const options = { model: ['openai-compatible/none'], baseUrl: 'http://127.0.0.1:9/v1', retries: 0 };
    await runIn(location, { ...options, experiment: ['restriction'], limit: 5 });
    for (const ids of [[], ['latest']]) {
      const { stdout } = await sebHere(['report', ...ids, '--json', '--store', location]);
      expect((JSON.parse(stdout) as Results).selection.runs).toEqual([run]);
    }
    const all = await sebHere(['report', '--all', '--json', '--store', location]);
    expect((JSON.parse(all.stdout) as Results).selection.runs).toHaveLength(2);
    const { stdout, stderr } = await sebHere(['items', 'latest', '--store', location]);
    expect(stdout, stderr).toMatch(/rows?\b/);
  }, 60_000);
});
