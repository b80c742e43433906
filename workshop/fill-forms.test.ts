import { describe, expect, it } from 'vitest';
import { fillForms, numbered } from './fill-forms.ts';

const source = { forms: ['Name a {x}.', 'Draw a {x}.'], slot: 'x', fillers: ['cat', 'dog', 'cow'] };

describe('fillForms', () => {
  const filled = fillForms(source, { name: 'test', seed: 1 });

  it('uses each form once before any form a second time, and repeats no text', () => {
    for (let turn = 0; turn < 6; turn += 2) {
      expect(new Set(filled.slice(turn, turn + 2).map(({ template }) => template)).size).toBe(2);
    }
    expect(new Set(filled.map(({ text }) => text)).size).toBe(6);
  });

  it('depends on the seed', () => {
    const texts = (seed: number) => fillForms(source, { name: 'test', seed }).map(({ text }) => text);
    expect(texts(1)).toEqual(filled.map(({ text }) => text));
    expect([2, 3, 4, 5].some((seed) => texts(seed).join() !== texts(1).join())).toBe(true);
  });
});

describe('numbered', () => {
  it('gives ids and throws where there are too few items', () => {
    expect(numbered([{ a: 1 }, { a: 2 }], { name: 'n', things: 'rows', count: 1 })).toEqual([{ id: 'n-00001', a: 1 }]);
    expect(() =>
      numbered(
        [1].map((a) => ({ a })),
        { name: 'n', things: 'rows', count: 2 },
      ),
    ).toThrow('1 rows');
  });
});
