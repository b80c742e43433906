import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type UnitState, unitStates } from '../contract/contract.ts';
import type {
  CompareSide,
  Counts,
  Filter,
  ItemKey,
  ItemsPage,
  ItemsQuery,
  ItemView,
} from '../contract/contract-items.ts';
import { searchPattern } from '../search/search-pattern.ts';
import { findAnswers, forgetAnswers, type Sql } from './found-answers.ts';

const orders: Readonly<Record<NonNullable<Filter['sort']>, string>> = {
  order: 'o.id',
  title: '(select title from items where id = o.item)',
  model: '(select model from groups where id = o.grp)',
  state: 'o.state',
  score: 'o.score',
  agreement: 'o.agreement',
  others: 'o.others_share',
};

const columns = `g.run, g.experiment, g.model, g.condition, i.item, i.title, o.state, o.score, o.agree, o.executions, o.same,
  o.others, o.judges, (select text from words where id = o.reason) as reason,
  (select text from words where id = o.unit) as unit, (select text from words where id = o.prediction) as prediction,
  (select text from words where id = o.outcome) as outcome`;

/** Rows that are alike in everything that is counted. */
interface Cell {
  readonly state: UnitState;
  readonly reason: string;
  readonly divergent: boolean;
  readonly judges: boolean;
  readonly n: number;
}

/** So many rows of a filter come up to and with the row of this id. */
interface Anchor {
  readonly offset: number;
  readonly id: number;
}

const noAnchor: Anchor = { offset: 0, id: 0 };
const maxAnchors = 50;
const maxKept = 500;

/** Reads the rows of an index: filtered, sorted, counted and page by page. */
export class ItemRows {
  readonly #database: DatabaseSync;
  readonly #counted = new Map<string, readonly Cell[]>();
  readonly #anchors = new Map<string, readonly Anchor[]>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    forgetAnswers(database);
    let last = { search: '', pattern: searchPattern('') };
    database.function('fits_pattern', { deterministic: true }, (search, text) => {
      if (last.search !== search) last = { search: String(search), pattern: searchPattern(String(search)) };
      return Number(last.pattern?.test(String(text)) === true);
    });
  }

  page(query: ItemsQuery): ItemsPage {
    const { offset, limit, sort = 'order', descending } = query;
    const { where, values } = this.#where(query);
    const total = this.#total(query);
    const direction = descending === true ? 'desc' : 'asc';
    const isInOrder = sort === 'order' && descending !== true;
    const anchor = isInOrder ? this.#anchorBefore(where, values, offset) : noAnchor;
    // rows without the value that is sorted by come last in both directions
    const order = sort === 'order' ? `o.id ${direction}` : `${orders[sort]} ${direction} nulls last, o.id`;
    const ids = this.#database
      .prepare(`select o.id from outcomes o where ${where} and o.id > ? order by ${order} limit ? offset ?`)
      .all(...values, anchor.id, limit, offset - anchor.offset)
      .map(({ id }) => Number(id));
    const last = ids.at(-1);
    if (isInOrder && last !== undefined) this.#remember(where, values, { offset: offset + ids.length, id: last });
    return { total, offset, rows: this.#rowsOf(ids) };
  }

  /** How many rows each choice of a filter would leave, the other filters as they are. */
  counts(filter: Filter): Counts {
    const { state, reason, divergent, judges } = filter;
    const states: Record<string, number> = {};
    const reasons: Record<string, number> = {};
    let [divergentRows, judgesRows] = [0, 0];
    for (const cell of this.#cells(filter)) {
      const fitsFlags = (divergent !== true || cell.divergent) && (judges !== true || cell.judges);
      const fitsState =
        (state === undefined || cell.state === state) && (reason === undefined || cell.reason === reason);
      if (fitsFlags) states[cell.state] = (states[cell.state] ?? 0) + cell.n;
      if (fitsFlags && cell.state === 'missing') reasons[cell.reason] = (reasons[cell.reason] ?? 0) + cell.n;
      if (fitsState && cell.divergent && (judges !== true || cell.judges)) divergentRows += cell.n;
      if (fitsState && cell.judges && (divergent !== true || cell.divergent)) judgesRows += cell.n;
    }
    const groups = this.#groups({ run: filter.run });
    const distinct = (name: 'experiment' | 'model' | 'condition') => [...new Set(groups.map((group) => group[name]))];
    return {
      ...{ states, reasons, divergent: divergentRows, judges: judgesRows },
      ...{ experiments: distinct('experiment'), models: distinct('model'), conditions: distinct('condition') },
    };
  }

  /** Rows of one item: of one model and condition, or of all of the run. */
  rowsOfItem({ run, experiment, item }: Pick<ItemKey, 'run' | 'experiment' | 'item'>): readonly ItemView[] {
    const ids = this.#database
      .prepare(
        `select o.id from outcomes o join items i on i.id = o.item
         where i.run = ? and i.experiment = ? and i.item = ? order by o.id`,
      )
      .all(run, experiment, item)
      .map(({ id }) => Number(id));
    return this.#rowsOf(ids);
  }

  /** Every row of one experiment, model and condition of a run. */
  rowsOfSide(side: CompareSide & { readonly experiment: string }): readonly ItemView[] {
    const { where, values } = this.#where(side);
    const ids = this.#database.prepare(`select o.id from outcomes o where ${where} order by o.id`).all(...values);
    return this.#rowsOf(ids.map(({ id }) => Number(id)));
  }

  /** What rows there are: experiments, models and conditions of each run. */
  sides(): readonly (CompareSide & { readonly experiment: string })[] {
    return this.#groups({});
  }

  clusterOf({ run, experiment, item }: Pick<ItemKey, 'run' | 'experiment' | 'item'>): string {
    const row = this.#database
      .prepare('select cluster from items where run = ? and experiment = ? and item = ?')
      .get(run, experiment, item);
    return String(row?.cluster ?? item);
  }

  /** Forgets what was counted: the rows have changed. */
  refresh(): void {
    this.#counted.clear();
    this.#anchors.clear();
    forgetAnswers(this.#database);
  }

  #where(filter: Filter): Sql {
    const groups = this.#groups(filter).map(({ id }) => id);
    const parts = [`o.grp in (${groups.join(', ')})`]; // numbers of our own
    const values: SQLInputValue[] = [];
    if (filter.state !== undefined) parts.push(`o.state = ${unitStates.indexOf(filter.state)}`);
    if (filter.divergent === true) parts.push('o.divergent = 1');
    if (filter.judges === true) parts.push('o.judges = 1');
    if (filter.reason !== undefined) {
      parts.push('o.reason = (select id from words where text = ?)');
      values.push(filter.reason);
    }
    if (filter.search !== undefined) {
      const found = findAnswers(this.#database, filter.search);
      parts.push(`(o.item in (select id from items where ${found.where}) or (o.grp, o.item) in found_answers)`);
      values.push(...found.values);
    }
    return { where: parts.join(' and '), values };
  }

  #groups(filter: Pick<Filter, 'run' | 'experiment' | 'model' | 'condition'>) {
    const all = this.#database.prepare('select id, run, experiment, model, condition from groups order by id').all();
    return all
      .map((row) => ({
        id: Number(row.id),
        run: String(row.run),
        experiment: String(row.experiment),
        model: String(row.model),
        condition: String(row.condition),
      }))
      .filter((group) =>
        (['run', 'experiment', 'model', 'condition'] as const).every(
          (name) => filter[name] === undefined || filter[name] === group[name],
        ),
      );
  }

  #total({ state, reason, divergent, judges, ...filter }: Filter): number {
    return this.#cells(filter)
      .filter(
        (cell) =>
          (state === undefined || cell.state === state) &&
          (reason === undefined || cell.reason === reason) &&
          (divergent !== true || cell.divergent) &&
          (judges !== true || cell.judges),
      )
      .reduce((sum, { n }) => sum + n, 0);
  }

  /** Rows by everything that can be counted, from one pass over the index; kept, as every choice is counted from it. */
  #cells({ run, experiment, model, condition, search }: Filter): readonly Cell[] {
    const { where, values } = this.#where({ run, experiment, model, condition, search });
    const key = JSON.stringify([where, values]);
    const known = this.#counted.get(key);
    if (known !== undefined) return known;
    const cells = this.#database
      .prepare(
        `select state, reason, divergent, judges, count(*) as n from outcomes o where ${where}
         group by state, reason, divergent, judges`,
      )
      .all(...values)
      .map(
        (row): Cell => ({
          state: unitStates[Number(row.state)] ?? 'missing',
          reason: this.#word(Number(row.reason)),
          divergent: row.divergent === 1,
          judges: row.judges === 1,
          n: Number(row.n),
        }),
      );
    if (this.#counted.size > maxKept) this.#counted.clear();
    this.#counted.set(key, cells);
    return cells;
  }

  /** The known place nearest before an offset: a page far down need not be counted to from the first row. */
  #anchorBefore(where: string, values: readonly SQLInputValue[], offset: number): Anchor {
    const anchors = this.#anchors.get(JSON.stringify([where, values])) ?? [];
    return anchors.reduce((best, each) => (each.offset <= offset && each.offset > best.offset ? each : best), noAnchor);
  }

  #remember(where: string, values: readonly SQLInputValue[], anchor: Anchor): void {
    const key = JSON.stringify([where, values]);
    if (this.#anchors.size > maxKept) this.#anchors.clear();
    const known = this.#anchors.get(key) ?? [];
    this.#anchors.set(key, [...known.slice(-maxAnchors), anchor]);
  }

  #word(id: number): string {
    return String(this.#database.prepare('select text from words where id = ?').get(id)?.text ?? '');
  }

  #rowsOf(ids: readonly number[]): ItemView[] {
    const statement = this.#database.prepare(
      `select ${columns} from outcomes o join groups g on g.id = o.grp join items i on i.id = o.item where o.id = ?`,
    );
    return ids.flatMap((id) => {
      const row = statement.get(id);
      return row === undefined ? [] : [rowOf(row)];
    });
  }
}

function rowOf(row: Record<string, unknown>): ItemView {
  const text = (name: string) => String(row[name] ?? '');
  const number = (name: string) => (typeof row[name] === 'number' ? row[name] : null);
  const reason = text('reason');
  return {
    ...{ run: text('run'), experiment: text('experiment'), model: text('model'), condition: text('condition') },
    ...{ item: text('item'), title: text('title'), unit: text('unit') },
    ...{ prediction: text('prediction'), outcome: text('outcome') },
    state: unitStates[number('state') ?? 3] ?? 'missing',
    reason: reason === '' ? null : reason,
    score: number('score'),
    ...{ agree: number('agree') ?? 0, executions: number('executions') ?? 0 },
    ...{ same: number('same'), others: number('others'), judgesDiffer: row.judges === 1 },
  };
}
