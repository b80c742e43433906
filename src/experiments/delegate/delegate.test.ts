import { describe, expect, it } from 'vitest';
import { beginningOf } from '../know/generate.ts';
import { generateDelegate } from './generate.ts';
import { colleagues } from './items.ts';
import { fixedRules, readDecision } from './outcomes.ts';

describe('generateDelegate', () => {
  const items = generateDelegate(500);

  it('uses no template for more than 2 % of 500 questions, and each colleague for about a quarter', () => {
    const uses = [...Map.groupBy(items, beginningOf).values()].map(({ length }) => length);
    expect(Math.max(...uses)).toBeLessThanOrEqual(10);
    for (const percent of colleagues) {
      expect(Math.abs(items.filter(({ colleague }) => colleague === percent).length - 125)).toBeLessThan(40);
    }
  });

  it('begins a longer set with the shorter one', () => {
    expect(generateDelegate(40)).toEqual(items.slice(0, 40));
  });
});

it('readDecision reads one of the two options and nothing else', () => {
  expect(readDecision('{"choice": "Colleague"}')).toMatchObject({ kind: 'parsed', value: 1 });
  expect(readDecision('{"choice": "self"}')).toMatchObject({ kind: 'parsed', value: 0 });
  for (const text of ['self', '**Self**', '{"choice": ["self"]}', '{"Choice": "SELF."}'])
    expect(readDecision(text)).toMatchObject({ kind: 'parsed', value: 0 });
  for (const text of ['{"choice": "both"}', '{"choice": 1}', 'I would ask myself'])
    expect(readDecision(text).kind).toBe('unparsed');
});

it('fixedRules hands over from each level, always, and never', () => {
  expect(fixedRules({ colleague: 50 })).toEqual([1, 1, 0, 0, 0]);
  expect(fixedRules({ colleague: 90 })).toEqual([1, 1, 1, 1, 0]);
});
