import { describe, expect, test } from 'vitest';
import { dialects, downgradeStore, FreshStore } from '../../../test/support/stores.ts';
import { sha256 } from '../../util/canonical-json.ts';
import type { StoredEvent, TrainingJobKey } from '../event.ts';
import { openStore } from '../open.ts';

const jobOf = (name: string) => sha256(name) as TrainingJobKey;
const key = jobOf('one');
const at = '2026-11-22T10:00:00.000Z';
const eventOf = (number: number, kind: string, of = key): StoredEvent => ({
  key: of,
  number,
  at,
  event: { kind, reason: 'a \u0000 b' },
});

describe.each(dialects)('appendEvent and history in $dialect', ({ start }) => {
  const opened = new FreshStore(start);

  test('returns the events of one job in order, and after the store is opened again', async () => {
    for (const [number, kind] of ['intended', 'uploaded', 'submitted'].entries())
      expect(await opened.store.appendEvent(eventOf(number, kind))).toBe('appended');
    await opened.store.appendEvent(eventOf(0, 'intended', jobOf('two')));
    await opened.reopen();
    expect(await opened.store.history(key)).toEqual(
      ['intended', 'uploaded', 'submitted'].map((kind, number) => eventOf(number, kind)),
    );
    expect(await opened.store.histories('training')).toHaveLength(4);
    expect(await opened.store.history(jobOf('three'))).toEqual([]);
  });

  test.each([
    ['changed', `update seb.training_events set event = replace(event, 'submitted', 'succeeded')`],
    ['re-dated', `update seb.training_events set at = '2027-01-01T00:00:00.000Z' where number = 1`],
    ['removed', 'delete from seb.training_events where number = 1'],
    ['moved', 'update seb.training_events set number = 5 where number = 2'],
  ])('refuses to read a job of which an event was %s', async (_, damage) => {
    for (const [number, kind] of ['intended', 'uploaded', 'submitted'].entries())
      await opened.store.appendEvent(eventOf(number, kind));
    await opened.execute(damage);
    await expect(opened.store.history(key)).rejects.toMatchObject({ code: 'store-damaged' });
  });

  test('reads events of earlier versions, which have no hash', async () => {
    await opened.execute(`insert into seb.training_events values ('${key}', 0, '${at}', '{"kind":"old"}')`);
    expect(await opened.store.history(key)).toEqual([{ key, number: 0, at, event: { kind: 'old' } }]);
  });

  test('accepts one event per number when many processes append at once', async () => {
    const other = await openStore(opened.location);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? opened.store : other).appendEvent(eventOf(0, `by ${index}`)),
      ),
    );
    expect(results.filter((result) => result === 'appended')).toHaveLength(1);
    expect(await other.history(key)).toEqual([eventOf(0, `by ${results.indexOf('appended')}`)]);
    await other.close();
  });

  test('leases the submission of a job to one process until it is released', async () => {
    const other = await openStore(opened.location);
    const lease = await opened.store.leaseTrainingJob(key);
    expect(await other.leaseTrainingJob(key)).toBeNull();
    expect(await other.leaseTrainingJob(jobOf('two'))).not.toBeNull();
    await lease?.release();
    expect(await other.leaseTrainingJob(key)).not.toBeNull();
    await other.close();
  });

  test('upgrades a store of version 4, which has no table of training events', async () => {
    await opened.reopen(() => downgradeStore(opened.place, opened.location, 4));
    expect(await opened.store.appendEvent(eventOf(0, 'intended'))).toBe('appended');
  });

  test('refuses an event that is not JSON, naming its job and number', async () => {
    await opened.store.appendEvent(eventOf(0, 'intended'));
    await opened.execute(`update seb.training_events set event = '{'`);
    await expect(opened.store.history(key)).rejects.toMatchObject({ code: 'store-damaged' });
  });
});
