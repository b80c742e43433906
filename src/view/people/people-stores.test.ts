import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { answersFor } from '../../../test/support/people.ts';
import { dialects, startedPlace } from '../../../test/support/stores.ts';
import { consentText } from '../../answers/people/consent.ts';
import type { PeopleRun } from '../../answers/people/person-calls.ts';
import { findPeopleRun, personState } from '../../answers/people/person-session.ts';
import { createPeopleRun } from '../../answers/people/prepare-people.ts';
import { removeRun } from '../../answers/remove-run.ts';
import { runOutcomes } from '../../answers/stored-run.ts';
import type { RunId } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { csvCell } from '../../report/render/csv.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { mergeStore } from '../../store/transfer/merge-stores.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { sheetCsv } from './sheet-file.ts';
import { importSheet } from './sheet-import.ts';

const experiments = experimentRegistry();
const monday = new Date('2026-03-02T09:00:00Z');
const nextMonday = new Date('2026-03-09T09:00:00Z');
const person = 'ann';
/** More answers than one block of the store holds. */
const items = 70;

describe.each(dialects)('people in a $dialect store', ({ start }) => {
  const place = startedPlace(start);
  let store: Store;
  let location: string;
  let id: RunId;

  beforeEach(async () => {
    location = await place.fresh();
    store = await openStore(location);
    const options = { experiment: ['association'], limit: items };
    ({ id } = await createPeopleRun(store, {
      ...{ names: [person], config: {}, options },
      protocol: { kind: 'wait', days: 7 },
    }));
    return () => store.close();
  });

  const opened = async (): Promise<PeopleRun> => ({ store, experiments, run: await findPeopleRun(store, id) });
  /** Returns the sheet that is open at a time, filled in completely. */
  const filledSheet = async (now: Date): Promise<string> => {
    const open = await opened();
    const state = await personState(open, person, now);
    const calls = state.kind === 'open' ? state.calls : [];
    const values = new Map(
      calls.flatMap(({ key, form }) => answersFor(form).map((value, index) => [`${key}:${index + 1}`, value])),
    );
    const rows: Record<string, string>[] = parse(sheetCsv({ run: open.run, person, calls }), { columns: true });
    const filled = rows.map((row) => ({ ...row, answer: values.get(row.key ?? '') ?? 'yes' }));
    const cells = [Object.keys(filled[0] ?? {}), ...filled.map((row) => Object.values(row))];
    return cells.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
  };
  const importAt = async (now: Date) => importSheet(await opened(), await filledSheet(now), { person, now });
  const storedAnswers = async () => (await store.activity(id)).answers;

  it('takes a person through both days on sheets, and scores the run', async () => {
    expect(await importAt(monday)).toEqual({ stored: items, known: 0, empty: 0 });
    expect((await opened()).run.status).toBe('paused');
    expect(await importAt(nextMonday)).toEqual({ stored: items, known: 0, empty: 0 });
    const { run } = await opened();
    expect(run.status).toBe('finished');
    let rows = 0;
    for await (const { model } of runOutcomes(store, run, experiments)) rows += model === `person/${person}` ? 1 : 0;
    expect(rows).toBeGreaterThanOrEqual(items);
    expect(await store.check()).toMatchObject({ answers: 2 * items, problemCount: 0 });
  });

  it('stores all answers of a sheet and its consent, or nothing', async () => {
    const sheet = await filledSheet(monday);
    await place.execute(location, 'create unique index one_position on seb.answers (run, place)'); // the second block fails
    await expect(importSheet(await opened(), sheet, { person, now: monday })).rejects.toThrow();
    expect(await storedAnswers()).toBe(0);
    expect((await opened()).run.consents).toEqual([]);
    await place.execute(location, 'drop index seb.one_position');
    expect(await importSheet(await opened(), sheet, { person, now: monday })).toMatchObject({ stored: items });
    expect(await storedAnswers()).toBe(items);
  });

  it('records who agreed, when and to which text, once for each text', async () => {
    await importAt(monday);
    const text = consentText((await opened()).run.config, person).join('\n');
    const consent = { person, at: monday.toISOString(), how: 'sheet', text, textSha256: sha256(text) };
    expect((await opened()).run.consents).toEqual([consent]);
    await importAt(nextMonday);
    expect((await store.runs())[0]?.consents).toEqual([consent]);
    const old = { ...consent, how: 'viewer', at: '2026-03-01T00:00:00.000Z', text: 'old', textSha256: sha256('old') };
    await store.putConsent(id, { ...old, how: 'viewer' });
    expect((await store.run(id))?.consents).toEqual([old, consent]);
    expect(await store.histories('training')).toEqual([]);
  });

  it('refuses to read a consent that was changed in the database', async () => {
    await importAt(monday);
    await place.execute(location, "update seb.training_events set at = '2020-01-01T00:00:00.000Z'");
    await expect(store.run(id)).rejects.toMatchObject({ code: 'store-damaged' });
  });

  it('removes the consents with their run, and copies them with it', async () => {
    await importAt(monday);
    const copy = await openStore(await place.fresh());
    await mergeStore(store, copy);
    const { run } = await opened();
    expect((await copy.run(id))?.consents).toEqual(run.consents);
    expect(run.consents).toMatchObject([{ person, how: 'sheet' }]);
    await copy.close();
    await removeRun(store, run, experiments);
    await createPeopleRun(store, {
      ...{ names: [person], config: {}, options: { experiment: ['association'], limit: items } },
      protocol: { kind: 'wait', days: 7 },
    });
    expect((await opened()).run.consents).toEqual([]);
  });
});
