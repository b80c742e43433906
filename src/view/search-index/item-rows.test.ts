import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersTo, byTask, indexMadeRows } from '../../../test/support/view-index.ts';
import { unitStates } from '../../domain/outcome.ts';
import { type Filter, type ItemView, sorts } from '../contract/contract-items.ts';
import { parseSearch } from '../search/search-pattern.ts';
import { searchedAnswers, searchedText } from '../search/searched-text.ts';
import { IndexWriter, removeRun } from './index-writer.ts';
import { openIndexFile } from './item-index.ts';
import { ItemRows } from './item-rows.ts';

const placeOf = ({
  run,
  experiment,
  item,
  model,
  condition,
}: Omit<ItemView, 'unit'> | { readonly [name: string]: unknown }) =>
  JSON.stringify([run, experiment, item, model, condition]);
const unitOf = ({ run, experiment, item, condition, unit }: ItemView) =>
  JSON.stringify([run, experiment, item, condition, unit]);

/** A row by row filter of all rows, as plain as possible: what the index must agree with. */
class PlainRows {
  readonly #rows: readonly ItemView[];
  /** Searched texts of the answers behind the rows, by run, experiment, item, model and condition. */
  readonly #answers: ReadonlyMap<string, readonly string[]>;
  readonly #divergent: ReadonlySet<string>;

  constructor(rows: readonly ItemView[], runs: readonly string[]) {
    this.#rows = rows;
    this.#answers = new Map(
      runs.flatMap((run) =>
        [...byTask(run)].flatMap(([first]) =>
          first === undefined
            ? []
            : [[placeOf({ ...first }), searchedAnswers(searchedText(answersTo(first)))] as const],
        ),
      ),
    );
    const comparable = Map.groupBy(
      rows.filter(({ others }) => others !== null),
      unitOf,
    );
    this.#divergent = new Set(
      [...comparable].flatMap(([unit, own]) => (own.some(({ same, others }) => same !== others) ? [unit] : [])),
    );
  }

  fitting(filter: Filter): readonly ItemView[] {
    const search = filter.search === undefined ? null : parseSearch(filter.search);
    const finds = (text: string) =>
      search === null || (search.kind === 'pattern' ? search.test(text) : text.includes(search.text));
    return this.#rows
      .filter((row) =>
        (['run', 'experiment', 'model', 'condition', 'state', 'reason'] as const).every(
          (name) => filter[name] === undefined || filter[name] === row[name],
        ),
      )
      .filter((row) => filter.divergent !== true || this.#divergent.has(unitOf(row)))
      .filter(({ judgesDiffer }) => filter.judges !== true || judgesDiffer)
      .filter(
        (row) =>
          finds(`${row.title}\n${row.item}`.toLowerCase()) || (this.#answers.get(placeOf(row)) ?? []).some(finds),
      );
  }

  /** Returns the fitting rows in the order of the filter; rows without a value come last. */
  sorted(filter: Filter): readonly ItemView[] {
    const { sort = 'order', descending } = filter;
    const rows = this.fitting(filter);
    const direction = descending === true ? -1 : 1;
    if (sort === 'order') return direction === 1 ? rows : rows.toReversed();
    return rows.toSorted((first, second) => {
      const [a, b] = [keyOf(first, sort), keyOf(second, sort)];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return direction * (a < b ? -1 : a > b ? 1 : 0);
    });
  }
}

function keyOf(row: ItemView, sort: Exclude<NonNullable<Filter['sort']>, 'order'>): string | number | null {
  if (sort === 'state') return unitStates.indexOf(row.state);
  if (sort === 'agreement') return row.executions === 0 ? 0 : row.agree / row.executions;
  if (sort === 'others')
    return row.same === null || row.others === null || row.others === 0 ? null : row.same / row.others;
  return row[sort];
}

describe('ItemRows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-rows-'));
  let database: DatabaseSync;
  let index: ItemRows;
  let plain: PlainRows;

  beforeAll(() => {
    database = openIndexFile(join(folder, 'index.sqlite'));
    for (const run of ['one', 'two']) indexMadeRows(database, run);
    index = new ItemRows(database);
    plain = new PlainRows(index.page({ offset: 0, limit: 1_000_000 }).rows, ['one', 'two']);
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

  it('have the rows of a filter in its order', () => {
    fc.assert(
      fc.property(anyFilter, fc.integer({ min: 0, max: 50 }), (filter, offset) => {
        const rows = plain.sorted(filter);
        const page = index.page({ ...filter, offset, limit: 40 });
        expect(page.total).toBe(rows.length);
        expect(page.rows).toEqual(rows.slice(offset, offset + 40));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['an answer of one model', 'MODEL "simulated/2" says', 60 * 2 * 3],
    ['two characters of an answer', '2"', 60 * 2 * 3],
    ['an answer under one condition', 'refuse', 60 * 3 * 3],
    ['a pattern of an answer', '/says.*item-7$/', 2 * 3 * 3],
    ['a text beyond the searched length', 'unsearched', 59 * 3 * 3],
  ])('are found by %s', (_, search, total) => {
    expect(index.page({ run: 'one', search, offset: 0, limit: 1 }).total).toBe(total);
  });

  it('count the rows of a filter', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const counts = index.counts(filter);
        expect(counts.divergent).toBe(plain.fitting({ ...filter, divergent: true }).length);
        expect(counts.judges).toBe(plain.fitting({ ...filter, judges: true }).length);
        for (const state of unitStates) {
          const chosen = { ...filter, state, reason: undefined };
          expect(counts.states[state] ?? 0).toBe(plain.fitting(chosen).length);
        }
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
