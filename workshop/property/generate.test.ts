import { describe, expect, it } from 'vitest';
import { executePrompt } from '../../src/experiments/association/prompts.ts';
import { propertyItem, uniqueBy } from '../../src/experiments/property/items.ts';
import { properties } from '../../src/experiments/property/properties.ts';
import { normalizedString } from '../../src/util/normalized-string.ts';
import { generateProperty, shippedTasks } from './generate.ts';
import { wordLists } from './word-lists.ts';

const shipped = generateProperty(390);

describe('generateProperty', () => {
  it('generates items of every task, with known properties and unique strings', () => {
    expect(new Set(shipped.map(({ task }) => task))).toEqual(new Set(shippedTasks));
    expect(new Set(shipped.map(uniqueBy)).size).toBe(390);
    for (const item of shipped) {
      propertyItem.parse(item);
      for (const name of item.properties) expect(properties.has(name), name).toBe(true);
    }
  });

  it('begins a longer set with the shorter one', () => {
    expect(generateProperty(500).slice(0, 390)).toEqual(shipped);
  });

  it.each(['animals', 'countries', 'colors', 'foods', 'words', 'digits', 'numbers'])(
    'generates 2,500 items of %s',
    (task) => {
      const items = generateProperty(2_500, { task });
      expect(new Set(items.map(({ string }) => normalizedString(string))).size).toBe(2_500);
    },
  );

  it.each(['openings', 'stories'])('generates 1,300 items of %s', (task) => {
    expect(generateProperty(1_300, { task })).toHaveLength(1_300);
  });

  it('generates 800 choices of two options, with the trait equally often under A and B', () => {
    const items = generateProperty(800, { task: 'choice-pairs' });
    const first = items.filter(({ target }) => target === 'A').length;
    expect(Math.abs(first - 400)).toBeLessThan(60);
  });

  it('generates openings of 12 to 20 words', () => {
    for (const { string } of generateProperty(500, { task: 'openings' })) {
      const words = string.split(' ').length;
      expect(words).toBeGreaterThanOrEqual(12);
      expect(words).toBeLessThanOrEqual(20);
    }
  });

  it('uses the prompt of the experiment association for associations', () => {
    for (const { string, prompt } of generateProperty(20, { task: 'associations' })) {
      expect(prompt).toBe(executePrompt(string));
    }
  });

  it.each(['claims', 'sights'])('generates 500 %s, none of whose templates makes more than 2 %%', (task) => {
    const items = generateProperty(500, { task });
    const templates = items.map(({ string }) =>
      task === 'claims' ? string.replace(/^Every .*? should /, '') : string.split(' ').slice(0, 4).join(' '),
    );
    const uses = [...Map.groupBy(templates, (template) => template).values()].map(({ length }) => length);
    expect(Math.max(...uses)).toBeLessThanOrEqual(10);
    expect(new Set(items.map(uniqueBy)).size).toBe(500);
  });

  it('refuses an unknown task, and more items than available', () => {
    expect(() => generateProperty(1, { task: 'poems' })).toThrow(/unknown task "poems"/);
    expect(() => generateProperty(100_000, { task: 'associations' })).toThrow(/only \d+ items/);
  });
});

describe('wordLists', () => {
  it('has 60 words or more in each list, and no word twice', () => {
    const all = Object.values(wordLists).flat();
    for (const list of Object.values(wordLists)) expect(list.length).toBeGreaterThanOrEqual(60);
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
  });
});
