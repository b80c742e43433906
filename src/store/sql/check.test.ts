import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { someAnswer, someDataset, someKey, someRun, someRunOf } from '../../../test/support/answers.ts';
import { dialects, FreshStore } from '../../../test/support/stores.ts';
import { compactKey } from '../answers/compact-key.ts';

const other = someRunOf(2);
const dataset = someDataset([{ id: 'one' }, { id: 'two' }]);

describe.each(dialects)('checkStore in $dialect', ({ dialect, start }) => {
  const opened = new FreshStore(start);

  beforeEach(async () => {
    await opened.store.openRun(someRun);
    await opened.store.openRun(other);
    await opened.store.putDataset(dataset);
    const runOf = (number: number) => (number % 2 === 0 ? someRun.id : other.id);
    await Promise.all(
      Array.from({ length: 3000 }, (_, number) =>
        opened.store.insertAnswer(someAnswer(number, { run: runOf(number) })),
      ),
    );
    await opened.store.finish(someRun.id, { calls: 1500, contributingRuns: new Set([someRun.id]) });
  });

  const checkAfter = async (change: string) => {
    await opened.reopen(() => opened.execute(change));
    return opened.store.check();
  };

  test('finds no problem in an intact store, and counts everything', async () => {
    expect(await opened.store.check()).toEqual({ answers: 3000, runs: 2, datasets: 1, problems: [], problemCount: 0 });
  });

  test.each([
    ['place', 'place = place + 1'],
    ['block', 'block = case block when 1 then 2 else 1 end'],
  ])('names the run of an answer whose %s was changed, and reading it is refused', async (_, change) => {
    const key = compactKey(someKey(4));
    const found = await checkAfter(`update seb.answers set ${change} where key = '${key}'`);
    expect(found.problemCount).toBe(1);
    expect(found.problems[0]).toContain(`run ${someRun.id}`);
    expect(found.problems[0]).toContain(someKey(4));
    await expect(opened.store.answers([someKey(4)])).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining(someRun.id),
      hint: expect.stringContaining('seb doctor --store'),
    });
    expect((await opened.store.answers([someKey(6)])).size).toBe(1);
  });

  test('counts every problem, and lists some', async () => {
    const found = await checkAfter('update seb.answers set place = 100000');
    expect(found).toMatchObject({ answers: 3000, problemCount: 3000 });
    expect(found.problems).toHaveLength(20);
  });

  test('detects missing answers of a finished run, and refuses to read it', async () => {
    const found = await checkAfter(`delete from seb.answers where key = '${compactKey(someKey(4))}'`);
    expect(found.problems).toEqual([`answers of the finished run ${someRun.id} are missing from the store`]);
    await expect(opened.store.refuseMissingAnswers(someRun.id)).rejects.toMatchObject({
      code: 'store-damaged',
      hint: expect.stringContaining(`seb resume ${someRun.id}`),
    });
    await opened.store.refuseMissingAnswers(other.id); // an unfinished run may lack answers
  });

  test('detects answers of an unknown run', async () => {
    const found = await checkAfter(`delete from seb.runs where id = '${other.id}'`);
    expect(found.problems[0]).toContain(other.id);
  });

  test('detects data with another hash, and unreadable data', async () => {
    const to = someDataset([{ id: 'another' }]);
    await opened.store.putDataset(to);
    const bytes = `(select bytes from seb.dataset_items where sha256 = '${to.sha256}')`;
    const swapped = await checkAfter(
      `update seb.dataset_items set bytes = ${bytes} where sha256 = '${dataset.sha256}'`,
    );
    expect(swapped.problems).toEqual([expect.stringContaining(dataset.sha256.slice(0, 12))]);
    const broken = await checkAfter(`update seb.dataset_items set bytes = '12'`);
    expect(broken.problemCount).toBe(2);
    await expect(opened.store.dataset(dataset.sha256)).rejects.toMatchObject({ code: 'store-damaged' });
  });

  test.runIf(dialect === 'sqlite')('detects a key that the index does not contain', async () => {
    await opened.store.refuseMissingAnswers(someRun.id);
    const key = compactKey(someKey(4));
    await opened.reopen(() => damageIndex(opened.location, key, someRun.id));
    const found = await opened.store.check();
    expect(found.problems.some((problem) => problem.includes('missing from index'))).toBe(true);
    expect(found.problems.some((problem) => problem.includes(someKey(4)))).toBe(true);
    expect((await opened.store.answers([someKey(4)])).size).toBe(0);
    await expect(opened.store.refuseMissingAnswers(someRun.id)).rejects.toMatchObject({
      code: 'store-damaged',
      hint: expect.stringContaining('reindex'),
    });
  });
});

/** Changes a key in the key index but not in the table, where the run's id follows it. */
function damageIndex(file: string, key: string, run: string): void {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
    if (bytes.toString('latin1', at + key.length, at + key.length + run.length) !== run) bytes[at + 20] = 33;
  }
  writeFileSync(file, bytes);
}
