import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { typedExperiments } from '../../test/support/experiments.ts';
import { columnsText, itemColumns } from './item-fields.ts';
import { itemRows } from './own-rows.ts';
import { ReadingNotes } from './reading-notes.ts';

const { association, restriction, stump } = typedExperiments;
const rows = (...values: readonly unknown[]) =>
  values.map((value, index) => ({ file: 'own.csv', line: index + 2, value }));
type Kind = Parameters<typeof itemRows>[1];
const read = (kind: Kind, values: readonly unknown[], map?: Readonly<Record<string, string>>) => [
  ...itemRows(rows(...values), kind, {
    notes: new ReadingNotes(),
    map: map === undefined ? undefined : { columns: map, values: {} },
  }),
];

describe('itemRows', () => {
  it('does not change a complete row, so its hash stays the same', () => {
    const value = { id: 'a', prompt: 'Hi?', label: 'safe' };
    expect(read(restriction, [value])).toEqual([{ file: 'own.csv', line: 2, value }]);
  });

  it('derives an id from the content alone', () => {
    const [one, again, other] = read(restriction, [
      { prompt: 'Hi?', label: 'safe' },
      { label: 'safe', prompt: 'Hi?', id: '' },
      { prompt: 'Hi?', label: 'unsafe' },
    ]).map(({ value }) => z.object({ id: z.string().length(16) }).parse(value).id);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  it('accepts a number as an id, and skips empty and null cells of optional columns', () => {
    const [row] = read(restriction, [{ id: 7, prompt: 'Hi?', label: '', kind: null }]);
    expect(row?.value).toEqual({ id: '7', prompt: 'Hi?' });
  });

  it('keeps columns beyond the fields as metadata, and does not nest metadata again', () => {
    const [row] = read(restriction, [{ id: 'a', prompt: 'Hi?', source: 'me', metadata: { note: 1 } }]);
    expect(row?.value).toEqual({ id: 'a', prompt: 'Hi?' });
    expect(row?.metadata).toEqual({ source: 'me', note: 1 });
  });

  it('renames columns by the map, and keeps a column that was replaced as metadata', () => {
    const [row] = read(restriction, [{ id: 'a', text: 'Hi?', type: 'safe', label: 0 }], {
      prompt: 'text',
      label: 'type',
    });
    expect(row?.value).toEqual({ id: 'a', prompt: 'Hi?', label: 'safe' });
    expect(row?.metadata).toEqual({ label: 0 });
  });

  it.each([
    ['a number', stump, { id: 'a', topic: '12', number: '3' }, { id: 'a', topic: '12', number: 3 }],
    ['a list with bars', association, { id: 'a', target: 'sun', options: 'hot|moon' }, { options: ['hot', 'moon'] }],
    ['a list in JSON', association, { id: 'a', target: 'sun', options: '["a|b"]' }, { options: ['a|b'] }],
  ])('converts a text cell to %s if the field does not accept text', (_, kind, cells, expected) => {
    expect(read(kind as Kind, [cells])[0]?.value).toMatchObject(expected);
  });

  it('refuses rows without a needed column, and lists needed and found columns', () => {
    const attempt = () => read(restriction, [{ id: 'a', promt: 'Hi?', other: 1 }]);
    expect(attempt).toThrow('own.csv has no column prompt; found: id, promt, other');
    expect(attempt).toThrow(
      expect.objectContaining({
        hint: expect.stringMatching(/needs prompt \(optional: id, label.*--map prompt=promt$/),
      }),
    );
    expect(() => read(restriction, [{ prompt: 'Hi?' }], { prompt: 'text' })).toThrow('has no column text');
    expect(() => read(restriction, [{ prompt: 'Hi?' }], { label: 'type' })).toThrow('has no column type');
  });

  it('leaves rows to the schema if a user’s experiment has no plain object schema', () => {
    const kind = { name: 'own', itemSchema: z.union([z.object({ id: z.string() })]) };
    expect(read(kind, [{ extra: 1 }])).toEqual([{ file: 'own.csv', line: 2, value: { extra: 1 } }]);
    expect(itemColumns(kind)).toBeNull();
    expect(columnsText(kind)).toContain('seb data example own');
  });
});
