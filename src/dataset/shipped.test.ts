import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateDataset } from './generate.ts';
import { type ItemKind, isShipped, itemKinds, type ShippedName } from './item-kind.ts';
import { toJsonl } from './jsonl.ts';
import { dataFolder, listDatasets, shippedDataset } from './shipped.ts';

const rows: Readonly<Record<ShippedName, number | null>> = {
  association: 500,
  restriction: 400,
  difficulty: 100,
  stump: null,
  verbatim: null,
};
const names = Object.keys(itemKinds).filter(isShipped);

describe.each(names)('the shipped set %s', (name) => {
  const kind: ItemKind = itemKinds[name];
  const dataset = shippedDataset(kind);

  it('is what its generator makes', async () => {
    expect(toJsonl((await generateDataset(name, dataset.items.length)).items)).toBe(
      readFileSync(join(dataFolder, name, 'items.jsonl'), 'utf8'),
    );
    if (rows[name] !== null) expect(dataset.items).toHaveLength(rows[name]);
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
  it('gives every shipped set with its rows and hash, without the items', () => {
    const listed = listDatasets();
    expect(listed.map((set) => set.name)).toEqual(names);
    expect(listed[0]).toEqual({
      name: 'association',
      experiment: 'association',
      licence: 'Apache-2.0',
      origin: 'written for this project; no published word list or norm was used',
      redistributable: true,
      sha256: shippedDataset(itemKinds.association).sha256,
      rows: 500,
    });
  });
});

describe('generateDataset', () => {
  it('refuses an unknown experiment, a count that is none, and more than there is', async () => {
    await expect(generateDataset('poetry', 10)).rejects.toMatchObject({ code: 'no-generator' });
    for (const count of [0, -1, 1.5, Number.NaN]) {
      await expect(generateDataset('stump', count)).rejects.toMatchObject({ code: 'bad-count' });
    }
    await expect(generateDataset('association', 800_000)).rejects.toMatchObject({ code: 'templates-used-up' });
  });

  it('draws otherwise under another seed', async () => {
    const [one, same, other] = await Promise.all([5, 5, 6].map((seed) => generateDataset('restriction', 40, { seed })));
    expect(same?.sha256).toBe(one?.sha256);
    expect(other?.sha256).not.toBe(one?.sha256);
  });
});
