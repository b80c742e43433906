import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersFor } from '../../../test/support/people.ts';
import { newStore } from '../../../test/support/refusal.ts';
import { fieldsOf } from '../../answers/people/answer-fields.ts';
import type { PeopleRun } from '../../answers/people/person-calls.ts';
import { findPeopleRun, personState } from '../../answers/people/person-session.ts';
import { createPeopleRun } from '../../answers/people/prepare-people.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { csvCell } from '../../report/render/csv.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { type Sheet, sheetCsv } from './sheet-file.ts';
import { importSheet } from './sheet-import.ts';
import { sheetPage } from './sheet-page.ts';

const experiments = experimentRegistry();
const monday = new Date('2026-03-02T09:00:00Z');
const nextMonday = new Date('2026-03-09T09:00:00Z');
const person = 'ann <b>&"';

interface Row {
  readonly key: string;
  answer: string;
}

describe('importSheet', () => {
  let store: Store;
  let id: string;
  beforeEach(async () => {
    store = await openStore(newStore());
    const options = { experiment: ['association', 'know'], limit: 2 };
    const protocol = { kind: 'wait', days: 7 } as const;
    id = (await createPeopleRun(store, { names: [person], config: {}, options, protocol })).id;
  });
  afterEach(() => store.close());

  const opened = async (): Promise<PeopleRun> => ({ store, experiments, run: await findPeopleRun(store, id) });
  const sheetAt = async (now: Date): Promise<Sheet> => {
    const open = await opened();
    const state = await personState(open, person, now);
    return { run: open.run, person, calls: state.kind === 'open' ? state.calls : [] };
  };
  const csvOf = (rows: readonly object[]) =>
    [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
      .map((row) => `${row.map((cell) => csvCell(String(cell))).join(',')}\r\n`)
      .join('');
  /** Returns the rows of a sheet that a person has filled in completely. */
  const filled = (sheet: Sheet): Row[] => {
    const rows: Row[] = parse(sheetCsv(sheet), { columns: true });
    const values = new Map(
      sheet.calls.flatMap(({ key, form }) =>
        answersFor(form).map((value, index): [string, string] => [`${key}:${index + 1}`, value]),
      ),
    );
    return rows.map((row) => ({ ...row, answer: values.get(row.key) ?? 'Yes' }));
  };
  const importing = async (rows: readonly Row[] | string, now = monday) =>
    importSheet(await opened(), typeof rows === 'string' ? rows : csvOf(rows), { person, now });
  const storedCount = async () => (await store.activity((await opened()).run.id)).answers;

  it('stores a filled sheet of each day as ordinary answers, and skips them when it is imported again', async () => {
    const first = filled(await sheetAt(monday));
    expect(await importing(first)).toEqual({ stored: 4, known: 0, empty: 0 });
    expect(await importing(first)).toEqual({ stored: 0, known: 4, empty: 0 });
    expect((await sheetAt(monday)).calls).toEqual([]);
    const second = filled(await sheetAt(nextMonday));
    expect(await importing(second, nextMonday)).toEqual({ stored: 4, known: 0, empty: 0 });
    expect((await opened()).run.status).toBe('finished');
  });

  it('leaves questions without any value open', async () => {
    const sheet = await sheetAt(monday);
    const rows = filled(sheet);
    const left = sheet.calls[0]?.key ?? '';
    for (const row of rows) if (row.key.startsWith(left)) row.answer = ' ';
    expect(await importing(rows)).toEqual({ stored: 3, known: 0, empty: 1 });
    expect((await sheetAt(monday)).calls.map(({ key }) => key)).toEqual([left]);
  });

  it('names every invalid line and stores nothing', async () => {
    const sheet = await sheetAt(monday);
    const rows = filled(sheet);
    const places = new Map(rows.map((row, index) => [row.key, index + 2])); // no prompt has two lines before these
    const [words] = sheet.calls.filter(({ form }) => fieldsOf(form).length > 1);
    const [chance, other] = sheet.calls.filter(({ form }) => fieldsOf(form).some(({ name }) => name === 'probability'));
    const set = (key: string, answer: string) => {
      const row = rows.find((each) => each.key === key);
      if (row !== undefined) row.answer = answer;
    };
    expect(places.size).toBe(rows.length);
    set(`${words?.key}:1`, 'maybe');
    set(`${words?.key}:2`, '');
    set(`${chance?.key}:1`, '170');
    set(`${other?.key}:1`, '70 out of 100');
    rows.push({ ...(rows[1] as Row) }, { ...(rows[1] as Row), key: 'f'.repeat(64) });
    const refused = importing(rows);
    await expect(refused).rejects.toMatchObject({
      code: 'bad-sheet',
      hint: expect.stringContaining('nothing was stored'),
    });
    const message = await refused.catch((error: Error) => error.message);
    for (const problem of [
      /line \d+: "[^"]+" is not one of yes, no/,
      /line \d+: "[^"]+" is empty/,
      /(line \d+: "probability" is not a whole number from 0 to 100\s*){2}/,
      /line \d+: duplicate key of line \d+/,
      /line \d+: .* has no question with the key "f+"/,
    ]) {
      expect(message).toMatch(problem);
    }
    expect(await storedCount()).toBe(0);
  });

  it('gives the number that an editor shows for an invalid line, also below prompts of several lines', async () => {
    const rows = filled(await sheetAt(monday));
    const last = rows.at(-1);
    if (last === undefined) throw new Error('the sheet has rows');
    last.answer = 'x'.repeat(99);
    const text = csvOf(rows);
    const begins = text.slice(0, text.indexOf(last.key)).split('\n').length;
    await expect(importing(text)).rejects.toThrow(`line ${begins}: `);
  });

  it('refuses a sheet without consent, of another person, changed answers, and a file that is not a sheet', async () => {
    const rows = filled(await sheetAt(monday));
    await expect(importing(rows.map((row) => (row.key === 'consent' ? { ...row, answer: '' } : row)))).rejects.toThrow(
      'has not agreed',
    );
    await expect(importing(rows.filter(({ key }) => key !== 'consent'))).rejects.toThrow('has not agreed');
    await expect(importing('a,b\r\n1,2\r\n')).rejects.toThrow('no columns "key" and "answer"');
    await expect(importing('key,answer\r\n"1,2\r\n')).rejects.toThrow('not valid CSV');
    expect(await storedCount()).toBe(0);
    await importing(rows);
    const changed = rows.map((row) => (row.answer === '70' ? { ...row, answer: '30' } : row));
    await expect(importing(changed)).rejects.toThrow('the store has another answer');
  });

  it('refuses answers to questions whose time has not come', async () => {
    await importing(filled(await sheetAt(monday)));
    const second = filled(await sheetAt(nextMonday));
    await expect(importing(second, monday)).rejects.toThrow('is not open');
    expect(await storedCount()).toBe(4);
  });
});

describe('sheetPage', () => {
  it('escapes names and prompts, and has every field of the table', async () => {
    const store = await openStore(newStore());
    const options = { experiment: ['association'], limit: 1 };
    const run = await createPeopleRun(store, {
      names: [person],
      config: {},
      options,
      protocol: { kind: 'wait', days: 7 },
    });
    const state = await personState({ store, run, experiments }, person, monday);
    if (state.kind !== 'open') throw new Error('predictions are open');
    const page = sheetPage({ run, person, calls: state.calls });
    await store.close();
    expect(page).toContain('Questions for ann &lt;b&gt;&amp;&quot;');
    expect(page).not.toMatch(/<b>|<script|onload=/);
    for (const { name } of fieldsOf(state.calls[0]?.form ?? null)) expect(page).toContain(`<li>${name}: ☐ yes`);
    expect(page).toContain('I have read this and I want to take part');
  });
});
