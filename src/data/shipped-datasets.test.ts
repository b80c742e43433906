import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedExperiments } from '../experiments/registry.ts';
import type { ItemKind } from './item-kind.ts';
import { dataFolder, listDatasets, listShippedSets, shippedDataset, shippedSet } from './shipped-datasets.ts';

const names = Object.keys(shippedExperiments) as (keyof typeof shippedExperiments)[]; // as Object.keys types them

describe.each(names)('the shipped set %s', (name) => {
  const kind: ItemKind = shippedExperiments[name];
  const dataset = shippedDataset(kind);

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

describe('listShippedSets', () => {
  it('lists every set, each as its SOURCE.md does', () => {
    for (const { experiment, name, rows, sha256 } of listShippedSets(Object.values(shippedExperiments))) {
      const file = `${name === experiment ? 'items' : name.split('/')[1]}.jsonl`;
      const note = readFileSync(join(dataFolder, experiment, 'SOURCE.md'), 'utf8');
      expect(note.replace(/ +/g, ' '), name).toContain(`| ${file} | ${rows} | ${sha256} |`);
    }
  });
});

describe('shippedSet', () => {
  it('returns the starter set and the sets beside it by their names, and refuses any other name', () => {
    const kinds = Object.values(shippedExperiments);
    expect(shippedSet(kinds, 'know').items).toEqual(shippedDataset(shippedExperiments.know).items);
    expect(shippedSet(kinds, 'property/ladder')).toMatchObject({ name: 'property/ladder', licence: 'Apache-2.0' });
    for (const name of ['poetry', 'association/pools', 'property/../know', 'know/items'])
      expect(() => shippedSet(kinds, name)).toThrow(expect.objectContaining({ code: 'no-shipped-data' }));
  });
});
