import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toJsonl } from '../src/data/files/jsonl.ts';
import { dataFolder } from '../src/data/shipped-datasets.ts';
import { shippedExperiments } from '../src/experiments/registry.ts';
import { generateItems, generators } from './generators.ts';
import { itemsOf, shippedFiles } from './shipped-sets.ts';

describe('shippedFiles', () => {
  it.each(shippedFiles.map((shipped) => [`${shipped.experiment}/${shipped.file}`, shipped] as const))(
    '%s equals the output of its generator',
    (name, shipped) => {
      expect(toJsonl(itemsOf(shipped))).toBe(readFileSync(join(dataFolder, `${name}.jsonl`), 'utf8'));
    },
  );

  it('are the sets that the experiments declare', () => {
    const declared = Object.values(shippedExperiments).flatMap(({ name, sources }) =>
      ['items', ...(sources?.shippedSets ?? [])].map((file) => `${name}/${file}`),
    );
    expect(shippedFiles.map(({ experiment, file }) => `${experiment}/${file}`).toSorted()).toEqual(declared.toSorted());
    expect(Object.keys(generators)).toEqual(Object.keys(shippedExperiments));
  });
});

describe('generateItems', () => {
  it.each([
    ['poetry', 10, {}, 'unknown experiment'],
    ['stump', 0, {}, '0 items'],
    ['stump', 1.5, {}, '1.5 items'],
    ['association', 800_000, {}, 'sets of options'],
    ['stump', 3, { topics: ['chess', 'chess'] }, 'a duplicate'],
    ['stump', 3, { topics: [' '] }, 'empty'],
    ['stump', 3, { topics: [] }, 'empty'],
    ['verbatim', 3, { topics: ['chess'] }, 'no topics'],
    ['verbatim', 3, { task: 'animals' }, 'no task "animals"'],
    ['verbatim', 3, { ladder: true }, 'no ladder'],
    ['property', 3, { ladder: true, task: 'animals' }, 'its own tasks'],
  ])('refuses %s, %d items, %j', (experiment, count, options, message) => {
    expect(() => generateItems(experiment, count, options)).toThrow(message);
  });

  it('generates other items with another seed', () => {
    const [one, same, other] = [5, 5, 6].map((seed) => generateItems('restriction', 40, { seed }));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });
});
