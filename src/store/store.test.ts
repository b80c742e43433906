import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  someAnswer,
  someCall,
  someDataset,
  someFailure,
  someKey,
  someRun,
  someRunOf,
  withoutCall,
} from '../../test/support/answers.ts';
import { listed } from '../../test/support/listed.ts';
import { dialects, startedPlace } from '../../test/support/stores.ts';
import { callText } from '../domain/call.ts';
import type { ListedDataset } from '../domain/dataset.ts';
import { AppError } from '../util/app-error.ts';
import { openStore } from './open.ts';
import type { Store } from './store.ts';

/** Any UTF-16 text, including NUL characters and lone surrogates. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

async function storedIn(store: Store, sha256: string): Promise<ListedDataset | null> {
  const dataset = await store.dataset(sha256);
  return dataset === null ? null : listed(dataset);
}

describe.each(dialects)('a store in $dialect', ({ start }) => {
  const place = startedPlace(start);
  let location: string;
  let store: Store;

  beforeEach(async () => {
    location = await place.fresh();
    store = await openStore(location);
    return () => store.close();
  });

  const reopened = async () => {
    await store.close();
    store = await openStore(location);
    return store;
  };

  describe('answers', () => {
    test('are returned as inserted, also after reopening', async () => {
      const answers = numbers(5).map((number) => someAnswer(number, { cost: number === 2 ? null : number / 4 }));
      expect(await Promise.all(answers.map((answer) => store.insertAnswer(answer)))).toEqual(Array(5).fill('inserted'));
      const keys = answers.map(({ key }) => key);
      const expected = new Map(answers.map((answer) => [answer.key, withoutCall(answer)]));
      expect(await store.answers(keys)).toEqual(expected);
      expect(await (await reopened()).answers(keys)).toEqual(expected);
    });

    test('are inserted once, and the first one stays', async () => {
      const first = someAnswer(1);
      const later = someAnswer(1, { text: 'another', cost: 9 });
      expect(await store.insertAnswer(first)).toBe('inserted');
      expect(await store.insertAnswer(later)).toBe('exists');
      expect((await store.answers([first.key])).get(first.key)).toEqual(withoutCall(first));
      expect(await store.spent(someRun.id)).toEqual({ dollars: 0.25, unknown: 0 });
    });

    test('are inserted once when they arrive together', async () => {
      const same = numbers(10).map((number) => someAnswer(7, { text: `version ${number}` }));
      const others = numbers(100).map((number) => someAnswer(100 + number));
      const results = await Promise.all([...same, ...others].map((answer) => store.insertAnswer(answer)));
      const winners = same.filter((_, index) => results[index] === 'inserted');
      expect(winners).toHaveLength(1);
      expect(results.slice(10)).toEqual(Array(100).fill('inserted'));
      expect((await store.answers([same[0]!.key])).get(same[0]!.key)).toEqual(withoutCall(winners[0]!));
    });

    test('are found among thousands of unanswered keys', async () => {
      const answers = numbers(700).map((number) => someAnswer(number * 3));
      await Promise.all(answers.map((answer) => store.insertAnswer(answer)));
      const asked = numbers(2500).map(someKey);
      const expected = new Set(answers.map(({ key }) => key));
      expect(new Set((await store.answers(asked)).keys())).toEqual(expected);
      expect(await store.existing([...asked, ...asked])).toEqual(expected);
      expect((await store.answers([])).size).toBe(0);
    });

    test('are equal with cached blocks, including answers inserted meanwhile', async () => {
      const known = new Map<string, object>();
      for (let round = 0; round < 3; round += 1) {
        const more = numbers(300).map((number) => someAnswer(known.size + number));
        await Promise.all(more.map((answer) => store.insertAnswer(answer)));
        for (const answer of more) known.set(answer.key, withoutCall(answer));
        expect(await store.answers(numbers(known.size).map(someKey))).toEqual(known);
      }
    });

    test('are looked up without blocking timers', async () => {
      const keys = numbers(100_000).map(someKey);
      let hasRung = false;
      const timer = setTimeout(() => {
        hasRung = true;
      }, 1);
      await store.existing(keys);
      expect(hasRung).toBe(true);
      clearTimeout(timer);
    });

    test('are not reported as missing if their block is damaged or gone', async () => {
      await store.insertAnswer(someAnswer(1));
      for (const change of ["update seb.blocks set bytes = '12'", 'delete from seb.blocks']) {
        await place.execute(location, change);
        await expect((await reopened()).answers([someAnswer(1).key])).rejects.toMatchObject({ code: 'store-damaged' });
      }
    });

    test('are found after another process removed a run and a new block got its id', async () => {
      await store.insertAnswer(someAnswer(1));
      expect((await store.answers([someAnswer(1).key])).size).toBe(1);
      await place.execute(location, 'delete from seb.answers');
      await place.execute(location, 'delete from seb.blocks'); // SQLite gives the id of the last row again
      await store.insertAnswer(someAnswer(2));
      store.clearCache();
      const { key } = someAnswer(2);
      expect((await store.answers([key])).get(key)).toEqual(withoutCall(someAnswer(2)));
    });

    test('are gone after another process deletes them', async () => {
      const answers = numbers(40).map((number) => someAnswer(number));
      await Promise.all(answers.map((answer) => store.insertAnswer(answer)));
      const keys = answers.map(({ key }) => key);
      expect((await store.answers(keys)).size).toBe(40);
      await place.execute(location, `delete from seb.answers where place % 2 = 0`);
      const left = await store.answers(keys);
      expect(left.size).toBe((await store.existing(keys)).size);
      expect(left.size).toBeLessThan(40);
    });

    test('keep any text', async () => {
      let number = 0;
      await fc.assert(
        fc.asyncProperty(anyText, anyText, async (content, text) => {
          number += 1;
          const answer = someAnswer(number, { call: callText(someCall(number, content)), text });
          await store.insertAnswer(answer);
          expect((await store.answers([answer.key])).get(answer.key)).toEqual(withoutCall(answer));
        }),
        {
          numRuns: 40,
          seed: 5,
          examples: [
            ['\0\ud800', '\n\udfff\0"\\'],
            ['', ''],
          ],
        },
      );
    });

    test('may be of 10 MB', async () => {
      const text = 'Wörter, '.repeat(10_000_000 / 8);
      const answers = numbers(3).map((number) => someAnswer(number, { text: `${number}${text}` }));
      await Promise.all(answers.map((answer) => store.insertAnswer(answer)));
      for (const answer of answers)
        expect((await store.answers([answer.key])).get(answer.key)).toEqual(withoutCall(answer));
    });

    test('refuse an invalid cost, and an invalid key', async () => {
      await expect(store.insertAnswer(someAnswer(1, { cost: Number.NaN }))).rejects.toThrow('cost');
      await expect(store.insertAnswer({ ...someAnswer(1), key: 'abc' as never })).rejects.toThrow('key');
      expect(await store.spent(someRun.id)).toEqual({ dollars: 0, unknown: 0 });
    });
  });

  test('are summed in spent for the run that paid, with a count of unknown costs', async () => {
    const other = someRunOf(2).id;
    await Promise.all([
      store.insertAnswer(someAnswer(1, { cost: 0.5 })),
      store.insertAnswer(someAnswer(2, { cost: null })),
      store.insertAnswer(someAnswer(3, { cost: 0 })),
      store.insertAnswer(someAnswer(4, { run: other, cost: 4 })),
    ]);
    await store.insertAnswer(someAnswer(4, { cost: 2 }));
    expect(await store.spent(someRun.id)).toEqual({ dollars: 0.5, unknown: 1 });
    expect(await store.spent(other)).toEqual({ dollars: 4, unknown: 0 });
  });

  describe('failures', () => {
    test('keep the last one of a key, with any message', async () => {
      const [first, last] = [someFailure(1, 'first'), someFailure(1, 'nul \0, half \ud800')];
      await store.putFailure(first);
      await Promise.all([store.putFailure(first), store.putFailure(last), store.putFailure(someFailure(2))]);
      const found = await store.failures([first.key, someKey(3)]);
      expect(found).toEqual(new Map([[first.key, last]]));
    });

    test('are deleted by an answer, and not stored after it', async () => {
      const answer = someAnswer(1);
      await store.putFailure(someFailure(1));
      await store.insertAnswer(answer);
      expect((await store.failures([answer.key])).size).toBe(0);
      await store.putFailure(someFailure(1));
      expect((await store.failures([answer.key])).size).toBe(0);
      await Promise.all([store.putFailure(someFailure(2)), store.insertAnswer(someAnswer(2))]);
      expect((await store.failures([someFailure(2).key])).size).toBe(0);
      expect(await store.insertAnswer(someAnswer(2))).toBe('exists');
    });

    test('are deleted by the answers of every run in a group, and no others', async () => {
      const other = someRunOf(2).id;
      const failures = numbers(40).map((number) => someFailure(number));
      const left = new Set(failures.slice(20).map(({ key }) => key));
      await Promise.all(failures.map((failure) => store.putFailure(failure)));
      await Promise.all([
        ...numbers(20).map((number) => store.insertAnswer(someAnswer(number, number < 10 ? {} : { run: other }))),
        ...[...failures.slice(5, 12), ...failures.slice(20, 25)].map((failure) => store.putFailure(failure)),
      ]);
      expect(new Set((await store.failures(failures.map(({ key }) => key))).keys())).toEqual(left);
      await Promise.all(failures.map((failure) => store.putFailure(failure)));
      expect(new Set((await store.failures(failures.map(({ key }) => key))).keys())).toEqual(left);
    });
  });

  describe('runs', () => {
    test('are created once and keep their first provenance', async () => {
      const made = await store.openRun(someRun);
      expect(made).toMatchObject({ ...someRun, status: 'running' });
      const again = await store.openRun({ ...someRun, provenance: { ...someRun.provenance, command: 'seb resume' } });
      expect(again).toEqual(made);
      expect(await (await reopened()).run(someRun.id)).toEqual(made);
      expect(await store.run(someRunOf(3).id)).toBeNull();
    });

    test('store the settings of an execution for the next', async () => {
      await store.openRun(someRun);
      await store.setStatus(someRun.id, 'paused');
      await store.begin(someRun.id, { ...someRun.provenance.settings, budget: 0.15 });
      const { status, provenance } = (await store.run(someRun.id)) ?? {};
      expect(status).toBe('running');
      expect(provenance).toEqual({
        ...someRun.provenance,
        settings: { ...someRun.provenance.settings, budget: 0.15 },
      });
      await expect(store.begin(someRunOf(9).id, someRun.provenance.settings)).rejects.toThrow('no run');
    });

    test('are listed newest first, with their status', async () => {
      await store.openRun(someRun);
      await store.openRun(someRunOf(2));
      await place.execute(location, `update seb.runs set created_at = '2020-01-01' where id = '${someRunOf(2).id}'`);
      await store.setStatus(someRun.id, 'finished');
      const runs = await store.runs();
      expect(runs.map(({ id, status }) => [id, status])).toEqual([
        [someRun.id, 'finished'],
        [someRunOf(2).id, 'running'],
      ]);
      await expect(store.setStatus(someRunOf(9).id, 'paused')).rejects.toThrow('no run');
    });

    test('refuse a manually changed run by name', async () => {
      await store.openRun(someRun);
      await place.execute(location, `update seb.runs set config = '{"seed":1}'`);
      const error = await store.run(someRun.id).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'store-damaged', message: expect.stringContaining(someRun.id) });
    });
  });

  test.each([
    ['a chunk is gone', 'delete from seb.dataset_items where chunk = 2'],
    ['the last chunk is gone', 'delete from seb.dataset_items where chunk = 3'],
  ])('refuses to read a data set of which %s', async (_, damage) => {
    const dataset = someDataset(numbers(1_400).map((number) => ({ id: `item ${number}`, cue: 'a' })));
    await store.putDataset(dataset).then(() => place.execute(location, damage));
    await expect(store.dataset(dataset.sha256)).rejects.toMatchObject({ code: 'store-damaged' });
  });

  test('returns data sets item by item, in order', async () => {
    const dataset = someDataset(numbers(12_345).map((number) => ({ id: `item ${number} \0 \ud800`, cue: 'a\nb' })));
    expect(await store.dataset(dataset.sha256)).toBeNull();
    await store.putDataset(dataset);
    await store.putDataset(dataset);
    expect(await storedIn(await reopened(), dataset.sha256)).toEqual(dataset);
    const empty = someDataset([]);
    await store.putDataset(empty);
    expect(await storedIn(store, empty.sha256)).toEqual(empty);
  });

  test('waits for pending insertions on close, and refuses further use', async () => {
    const answers = numbers(300).map((number) => someAnswer(number));
    const inserted = Promise.all(answers.map((answer) => store.insertAnswer(answer)));
    await store.close();
    expect(new Set(await inserted)).toEqual(new Set(['inserted']));
    await expect(store.insertAnswer(someAnswer(1))).rejects.toMatchObject({ code: 'store-closed' });
    await store.close();
    expect((await (await reopened()).existing(answers.map(({ key }) => key))).size).toBe(300);
  });
});
