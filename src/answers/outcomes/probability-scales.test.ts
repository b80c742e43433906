import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatRequest } from '../../../test/support/answering-server.ts';
import { completion } from '../../../test/support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../../../test/support/models/loopback-server.ts';
import { analyzeRuns } from '../../analyze/analyze-runs.ts';
import type { DeclaredScale } from '../../domain/probability.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { openStore } from '../../store/open.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { executeRun } from '../execute-run.ts';
import { prepareRun } from '../prepare/prepare.ts';
import { closeModels } from '../prepare/prepared-run.ts';
import { runOutcomes } from '../stored-run.ts';

let server: LoopbackServer;
let folder: string;
let store: Store;
beforeAll(async () => {
  server = await loopbackServer();
  folder = await mkdtemp(join(tmpdir(), 'seb-scales-'));
  store = await openStore(join(folder, 'store.sqlite'));
});
afterAll(async () => {
  await store.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const items = 12;

/** Runs `know` on a server that states these values in turn, and answers B. */
async function runStating(name: string, values: readonly (number | string)[]): Promise<RunRecord> {
  let stated = 0;
  server.handle((received, response) => {
    const [message] = chatRequest(received).messages.slice(-1);
    const isPrediction = message?.content.includes('"probability"') === true;
    const value = values[stated % values.length];
    if (isPrediction) stated += 1;
    sendJson(response, 200, completion(JSON.stringify(isPrediction ? { probability: value } : { answer: 'B' })));
  });
  const options = {
    model: [`openai-compatible/${name}`],
    baseUrl: `${server.url}/v1`,
    experiment: ['know'],
    limit: items,
    concurrency: 1,
  };
  const prepared = await prepareRun(options, {}, store);
  const { run } = await executeRun(prepared, { store });
  await closeModels(prepared);
  const record = await store.run(run);
  if (record === null) throw new Error('the run is in the store');
  return record;
}

/** Returns the probabilities of a run's outcomes, absent ones as null, and the limits of its report. */
async function readWith(record: RunRecord, probabilityScale?: DeclaredScale) {
  const declared = probabilityScale === undefined ? record : { ...record, probabilityScale };
  const experiments = experimentRegistry();
  const probabilities: (number | null)[] = [];
  for await (const { outcome } of runOutcomes(store, declared, experiments))
    if (outcome.kind === 'binary') probabilities.push(outcome.probability);
  const { limits } = (await analyzeRuns({ store, runs: [declared], experiments })).results();
  return { values: new Set(probabilities), unread: probabilities.filter((each) => each === null).length, limits };
}

describe('stated probabilities of a stored run', () => {
  it.each<[string, readonly (number | string)[], readonly number[]]>([
    ['shares', [1, 0.9, 0.25], [1, 0.9, 0.25]],
    ['shares with 1.0 and 0', ['1.0', 0.9, 0], [1, 0.9, 0]],
    ['percentages', [100, 90, 1], [1, 0.9, 0.01]],
    ['percentages with a sign beside shares', ['90 %', 0.25, 1], [0.9, 0.25, 1]],
  ])('have one scale: %s', async (name, stated, expected) => {
    const { values, unread, limits } = await readWith(await runStating(name.replaceAll(/\W/g, '-'), stated));
    expect(values).toEqual(new Set(expected));
    expect(unread).toBe(0);
    expect(limits.join()).not.toContain('--probability-scale');
  });

  it.each<[string, readonly (number | string)[], number, Readonly<Record<DeclaredScale, readonly (number | null)[]>>]>([
    ['only ones', [1], items, { percent: [0.01], share: [1] }],
    ['shares and percentages', [0.75, 90, 1], 8, { percent: [0.0075, 0.9, 0.01], share: [0.75, null, 1] }],
    ['zeros and ones', [0, 1], items, { percent: [0, 0.01], share: [0, 1] }],
  ])('are unread where the scale is ambiguous, until a flag settles it: %s', async (name, stated, count, settled) => {
    const record = await runStating(name.replaceAll(' ', '-'), stated);
    const { unread, limits } = await readWith(record);
    const sent = server.received.length;
    expect(unread).toBe(count);
    expect(limits).toContainEqual(
      expect.stringMatching(new RegExp(`${count} of ${items} stated .* seb report ${record.id} --probability-scale`)),
    );
    for (const scale of ['percent', 'share'] as const) {
      const declared = await readWith(record, scale);
      expect(declared.values).toEqual(new Set(settled[scale]));
    }
    expect((await readWith(record, 'percent')).limits.join()).not.toContain('--probability-scale');
    expect(server.received).toHaveLength(sent);
  });

  it('have a scale for each run: an ambiguous run is not settled by another', async () => {
    const [shares, ones] = [await runStating('of-shares', [0.9]), await runStating('of-ones', [1])];
    expect((await readWith(shares)).unread).toBe(0);
    expect((await readWith(ones)).unread).toBe(items);
  });
});
