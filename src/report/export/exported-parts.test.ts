import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { newFolder, newStore } from '../../../test/support/refusal.ts';
import { runOutcomes } from '../../answers/stored-run.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { scored } from '../../experiments/scored/index.ts';
import { readRecording } from '../../recordings/formats.ts';
import { openStore } from '../../store/open.ts';

const folder = newFolder();
const store = newStore();
const experiments = experimentRegistry([scored as unknown as Experiment]); // as the command registers it
/** Part of each item, as the outcomes of the run have it. */
let parts: ReadonlyMap<string, string | undefined>;

beforeAll(async () => {
  const run = ['run', '--model', 'simulated/a', '--experiment', 'know', '--limit', '120', '--name', 'own', '--json'];
  await sebHere([...run, '--store', store]);
  await sebHere([
    'report',
    'own',
    '--store',
    store,
    '--json',
    '--eee',
    join(folder, 'eee'),
    '--out',
    join(folder, 'out'),
  ]);
  parts = await partsIn((name) => name === 'own');
  expect(new Set(parts.values()).size).toBe(2);
}, 120_000);

async function partsIn(isOwn: (name: string | undefined) => boolean): Promise<ReadonlyMap<string, string | undefined>> {
  const opened = await openStore(store);
  const record = (await opened.runs()).find(({ provenance }) => isOwn(provenance.name));
  if (record === undefined) throw new Error('the store has the run');
  const found = new Map<string, string | undefined>();
  for await (const { item, part } of runOutcomes(opened, record, experiments)) found.set(item, part);
  await opened.close();
  return found;
}

function fileOf(ending: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return join(folder, files.find((file) => file.endsWith(ending)) ?? '');
}

describe('the part of an item', () => {
  it.each(['.eval', '_samples.jsonl'])('is read back from a %s log', async (ending) => {
    const { rows } = await readRecording(fileOf(ending));
    expect(new Map(rows.map(({ item, part }) => [item, part ?? undefined]))).toEqual(parts);
  });

  it('is kept where such a log is imported as a run', async () => {
    const { code } = await sebHere(['import', fileOf('_samples.jsonl'), '--store', store]);
    expect(code).toBe(0);
    expect(await partsIn((name) => name !== 'own')).toEqual(parts);
  });

  it('is a column of `seb items --csv`, and a field of outcomes.jsonl', async () => {
    const { stdout } = await sebHere(['items', 'own', '--csv', '--store', store]);
    const rows: { readonly item: string; readonly part: string }[] = parse(stdout, { columns: true });
    expect(new Map(rows.map(({ item, part }) => [item, part]))).toEqual(parts);
    const lines = readFileSync(fileOf('outcomes.jsonl'), 'utf8').trimEnd().split('\n');
    expect(new Map(lines.map((line) => JSON.parse(line)).map(({ item, part }) => [item, part]))).toEqual(parts);
  });
});
