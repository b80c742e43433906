import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedExperiments } from '../experiments/registry.ts';
import { toJsonl } from './files/jsonl.ts';
import { generateDataset } from './generate-dataset.ts';
import type { ItemKind } from './item-kind.ts';
import { dataFolder, listDatasets, shippedDataset } from './shipped-datasets.ts';

/** Sizes of sets; a set that is not listed is checked against its SOURCE.md only. */
const rows: Readonly<Partial<Record<keyof typeof shippedExperiments, number>>> = {
  association: 500,
  restriction: 400,
  difficulty: 100,
  property: 390,
  know: 500,
  cost: 500,
  repeat: 500,
  recognize: 500,
  delegate: 500,
  flip: 500,
  injection: 500,
};
const names = Object.keys(shippedExperiments) as (keyof typeof shippedExperiments)[]; // as Object.keys types them

describe.each(names)('the shipped set %s', (name) => {
  const kind: ItemKind = shippedExperiments[name];
  const dataset = shippedDataset(kind);

  it('equals the output of its generator', async () => {
    expect(toJsonl((await generateDataset(kind, dataset.items.length)).items)).toBe(
      readFileSync(join(dataFolder, name, 'items.jsonl'), 'utf8'),
    );
    if (rows[name] !== undefined) expect(dataset.items).toHaveLength(rows[name]);
  });

  it('has a SOURCE.md with licence, rows and sha256', () => {
    expect(dataset).toMatchObject({ licence: 'Apache-2.0', redistributable: true });
    const note = readFileSync(join(dataFolder, name, 'SOURCE.md'), 'utf8');
    const [, count, hash] = /^\| items\.jsonl +\| (\d+) +\| ([0-9a-f]{64}) \|$/m.exec(note) ?? [];
    expect(Number(count)).toBe(dataset.items.length);
    expect(hash).toBe(dataset.sha256);
  });
});

describe('listDatasets', () => {
  it('lists every shipped set with its rows and hash, without the items', () => {
    const listed = listDatasets(Object.values(shippedExperiments));
    expect(listed.map((set) => set.name)).toEqual(names);
    expect(listed[0]).toEqual({
      name: 'association',
      experiment: 'association',
      licence: 'Apache-2.0',
      origin: 'written for this project; no published word list or norm was used',
      redistributable: true,
      sha256: shippedDataset(shippedExperiments.association).sha256,
      rows: 500,
    });
  });
});

describe('generateDataset', () => {
  it('refuses an unknown experiment, an invalid count, and more items than available', async () => {
    await expect(generateDataset({ name: 'poetry' }, 10)).rejects.toMatchObject({ code: 'no-generator' });
    for (const count of [0, -1, 1.5, Number.NaN]) {
      await expect(generateDataset(shippedExperiments.stump, count)).rejects.toMatchObject({ code: 'bad-count' });
    }
    await expect(generateDataset(shippedExperiments.association, 800_000)).rejects.toMatchObject({
      code: 'templates-used-up',
    });
  });

  it('generates other items with another seed', async () => {
    const [one, same, other] = await Promise.all(
      [5, 5, 6].map((seed) => generateDataset(shippedExperiments.restriction, 40, { seed })),
    );
    expect(same?.sha256).toBe(one?.sha256);
    expect(other?.sha256).not.toBe(one?.sha256);
  });
});
