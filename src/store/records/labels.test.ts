import { describe, expect, it } from 'vitest';
import { dialects, downgradeStore, FreshStore } from '../../../test/support/stores.ts';
import type { StoredLabel } from '../stored-label.ts';

const label = (number: number): StoredLabel => ({
  at: `2026-01-01T00:00:0${number % 10}.000Z`,
  by: number % 2 === 0 ? 'ann' : 'bea',
  answer: `key-${number}`,
  rubric: 'three-way',
  value: number === 3 ? null : 'refusal',
  note: number === 1 ? 'a “note”,\nwith a line end and \u202e' : '',
});

describe.each(dialects)('labels in a $dialect store', ({ start }) => {
  const opened = new FreshStore(start);

  it('returns labels in the order in which they were given, also after reopening', async () => {
    const labels = Array.from({ length: 450 }, (_, number) => label(number));
    await opened.store.addLabels(labels.slice(0, 449));
    await opened.store.addLabels(labels.slice(449));
    expect(await opened.store.labels()).toEqual(labels);
    await opened.reopen();
    expect(await opened.store.labels()).toEqual(labels);
  });

  it('refuses to read a label with a value outside its rubric', async () => {
    await opened.store.addLabels([label(1), label(2)]);
    await opened.execute("update seb.labels set value = 'zzz' where answer = 'key-2'");
    await expect(opened.store.labels()).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining('zzz'),
    });
  });

  it('keeps both labels when a person changes an answer', async () => {
    await opened.store.addLabels([label(2)]);
    await opened.store.addLabels([{ ...label(2), value: 'compliance' }]);
    expect((await opened.store.labels()).map(({ value }) => value)).toEqual(['refusal', 'compliance']);
  });

  it('keeps none of several labels when one cannot be stored', async () => {
    await expect(opened.store.addLabels([label(1), { ...label(2), note: 'nul \0' }])).rejects.toMatchObject({
      code: 'bad-label',
    });
    expect(await opened.store.labels()).toEqual([]);
  });

  it('adds the table to a store of the version before', async () => {
    await opened.store.addLabels([label(1)]);
    await opened.reopen(() => downgradeStore(opened.place, opened.location, 6));
    expect(await opened.store.labels()).toEqual([]);
    await opened.store.addLabels([label(1)]);
    expect(await opened.store.labels()).toEqual([label(1)]);
  });
});
