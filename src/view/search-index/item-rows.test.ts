import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersTo, byTask, indexMadeRows, madeSlots, titleOf } from '../../../test/support/view-index.ts';
import { StaticTable } from '../../../viewer/source/static-table.ts';
import { noMetadata } from '../../domain/answer.ts';
import type { Call } from '../../domain/call.ts';
import { showRule } from '../../report/export/redact-unlicensed.ts';
import type { AnsweredCall } from '../../run/outcomes/outcome-rows.ts';
import type { ItemTask } from '../../run/plan/item-task.ts';
import type { FoundAnswer } from '../../store/store.ts';
import { unitStates } from '../contract/contract.ts';
import { type Filter, sorts } from '../contract/contract-items.ts';
import { type RowPage, rowPageSchema, textPageSchema } from '../contract/contract-static.ts';
import { PageRows } from '../page/page-rows.ts';
import { PageTexts } from '../page/page-texts.ts';
import { searchedText } from '../search/searched-text.ts';
import { IndexWriter, removeRun } from './index-writer.ts';
import { openIndexFile } from './item-index.ts';
import { ItemRows } from './item-rows.ts';

/** Only the slots and the reader of a task's experiment are used. */
const work = {
  experiment: { read: () => null, description: '', slots: madeSlots },
  context: {},
} as unknown as ItemTask;

/** Returns the rows as a report embeds them. */
function inReport(runs: readonly string[]): StaticTable {
  const show = showRule({ runs: [], datasets: [] });
  const words = { yes: 'yes', no: 'no', slots: madeSlots };
  const collector = new PageRows({ association: words, restriction: words });
  const withheld = new PageTexts(() => {});
  const answers: string[] = [];
  const open = new PageTexts((_, bytes) => {
    const texts = textPageSchema.parse(JSON.parse(gunzipSync(bytes).toString()));
    answers.push(...texts.map(({ sessions }) => searchedText(sessions.map(({ answer }) => answer?.text ?? ''))));
  });
  for (const run of runs) {
    for (const rows of byTask(run)) {
      const [first] = rows;
      const calls = () => (first === undefined ? [] : answersTo(first).map(answeredCall));
      const item = { rows, predictions: [], control: [], item: { id: 'x' }, asked: () => [], calls, work };
      if (first === undefined) continue;
      const described = open.add(item, { isOpen: true }, titleOf(first));
      for (const row of rows) collector.row(row);
      if (described !== null) collector.item(described);
      expect(withheld.add(item, show(rows), titleOf(first))?.title ?? null).toBeNull();
    }
  }
  open.finish();
  withheld.finish();
  expect(withheld.pages).toBe(0);
  const { sides, pages: packed } = collector.finish();
  const pages = packed.map((bytes) => rowPageSchema.parse(JSON.parse(gunzipSync(bytes).toString())));
  const table = new StaticTable(sides, pages);
  table.addAnswers(answers);
  return table;
}

function answeredCall(text: string, sample: number): AnsweredCall {
  const call = { slot: 'execute', part: '', sample, messages: [], sampling: {} } as unknown as Call;
  const answer = { kind: 'answered' as const, text, ...noMetadata };
  return {
    call,
    model: 'm',
    stored: { answer, latencyMs: 1, cost: null, askedAt: '', run: 'r' } as unknown as FoundAnswer,
  };
}

describe('rows of an index and of a report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-rows-'));
  let database: DatabaseSync;
  let index: ItemRows;
  let report: StaticTable;

  beforeAll(() => {
    database = openIndexFile(join(folder, 'index.sqlite'));
    for (const run of ['one', 'two']) indexMadeRows(database, run);
    index = new ItemRows(database);
    report = inReport(['one', 'two']);
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const anyFilter: fc.Arbitrary<Filter> = fc.record({
    run: optional(['one', 'two', 'none']),
    experiment: optional(['association', 'restriction']),
    model: optional(['simulated/0', 'simulated/2']),
    condition: optional(['paper, direct']),
    state: optional(unitStates),
    reason: optional(['forecast: unparsed', 'execute: declined', 'never']),
    divergent: optional([true as const]),
    judges: optional([true as const]),
    search: optional([
      'item-1',
      'TITLE of',
      'none of them',
      '/item-0*1\\d?$/',
      '/TITLE.*(1|2)/',
      '/[(]/',
      '/',
      "'; drop table outcomes",
      'says äpfel to ITEM-1',
      '"simulated/2"',
      'simulated/2" AND "of course',
      '0"',
      '/ÄPFEL TO item-\\d\\b/',
      '/^model/',
      'I\u0000 refuse',
      'unsearched',
    ]),
    sort: optional(sorts),
    descending: optional([true as const]),
  });

  it('have equal rows in equal order under any filter', () => {
    fc.assert(
      fc.property(anyFilter, fc.integer({ min: 0, max: 50 }), (filter, offset) => {
        const query = { ...filter, offset, limit: 40 };
        const round = (page: ReturnType<ItemRows['page']>) => ({
          ...page,
          rows: page.rows.map((row) => ({ ...row, score: row.score === null ? null : Math.round(row.score * 1e3) })),
        });
        expect(round(report.page(query))).toEqual(round(index.page(query)));
      }),
      { numRuns: 150 },
    );
  });

  it('of a report are searched in steps that a signal ends', async () => {
    const pages = [{ items: Array.from({ length: 40 }, (_, item) => [`item-${item}`, 'ab'.repeat(10_000)]) }];
    const table = new StaticTable([], pages as unknown as RowPage[]);
    const controller = new AbortController();
    const finding = table.find('/(?:a|b)*a(?:a|b){600}c/', controller.signal);
    controller.abort(new Error('left')); // takes effect after the first step
    await expect(finding).rejects.toThrow('left');
    await expect(table.find('/(){99999999999999}/', new AbortController().signal)).rejects.toMatchObject({
      code: 'bad-pattern',
    });
  });

  it.each([
    ['an answer of one model', 'MODEL "simulated/2" says', 60 * 2 * 3],
    ['two characters of an answer', '2"', 60 * 2 * 3],
    ['an answer under one condition', 'refuse', 60 * 3 * 3],
    ['a pattern of an answer', '/says.*item-7$/', 2 * 3 * 3],
    ['a text beyond the searched length', 'unsearched', 59 * 3 * 3],
  ])('are found by %s', (_, search, total) => {
    expect(index.page({ run: 'one', search, offset: 0, limit: 1 }).total).toBe(total);
    expect(report.page({ run: 'one', search, offset: 0, limit: 1 }).total).toBe(total);
  });

  it('have equal counts under any filter', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(report.counts(filter)).toEqual(index.counts(filter));
      }),
      { numRuns: 60 },
    );
  });

  it('count what each choice leaves', () => {
    const { states, reasons, divergent } = index.counts({ run: 'one' });
    for (const state of unitStates) {
      expect(index.page({ run: 'one', state, offset: 0, limit: 1 }).total).toBe(states[state] ?? 0);
    }
    for (const [reason, count] of Object.entries(reasons)) {
      expect(index.page({ run: 'one', reason, offset: 0, limit: 1 }).total).toBe(count);
    }
    expect(index.page({ run: 'one', divergent: true, offset: 0, limit: 1 }).total).toBe(divergent);
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(2 * 3 * 60 * 3);
  });

  it('count the other models that behaved alike', () => {
    const { rows } = index.page({ run: 'one', offset: 0, limit: 5_000 });
    const alike = Map.groupBy(rows, ({ experiment, item, condition, unit }) =>
      JSON.stringify([experiment, item, condition, unit]),
    );
    for (const own of alike.values()) {
      for (const row of own) {
        if (row.others === null) continue;
        const others = own.filter((other) => other !== row && other.others !== null);
        expect(row.others).toBe(others.length);
        expect(row.same).toBe(others.filter(({ outcome }) => outcome === row.outcome).length);
      }
    }
  });
});

describe('IndexWriter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-writer-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('replaces the rows of a run at its end, and leaves them when it is abandoned', () => {
    const database = openIndexFile(join(folder, 'a.sqlite'));
    const reader = openIndexFile(join(folder, 'a.sqlite'));
    const total = () => new ItemRows(reader).page({ offset: 0, limit: 1 }).total;
    indexMadeRows(database, 'one');
    const before = total();
    const again = new IndexWriter(database, 'one');
    expect(total()).toBe(before);
    again.abandon();
    expect(total()).toBe(before);
    indexMadeRows(database, 'one');
    expect(total()).toBe(before);
    const texts = () => reader.prepare('select count(*) as n from answer_texts').get()?.n;
    expect(texts()).toBe(2 * 60 * 2 * 3);
    removeRun(database, 'one');
    expect(texts()).toBe(0);
    database.close();
    reader.close();
  });

  it('recreates a file that is damaged or of another version', async () => {
    const { writeFileSync } = await import('node:fs');
    const file = join(folder, 'b.sqlite');
    writeFileSync(file, 'not a database at all, but long enough to be looked at as one '.repeat(20));
    openIndexFile(file).close();
    const old = openIndexFile(file);
    old.exec("update meta set value = '0' where name = 'version'; insert into words (text) values ('old')");
    old.close();
    const fresh = openIndexFile(file);
    expect(fresh.prepare('select count(*) as n from words').get()?.n).toBe(0);
    fresh.close();
  });
});
