import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { unitStates } from '../../domain/outcome.ts';
import type {
  CompareSide,
  Counts,
  Filter,
  ItemKey,
  ItemsPage,
  ItemsQuery,
  ItemView,
} from '../contract/contract-items.ts';
import { countRows, type RowCount, sumOf } from './row-counts.ts';
import type { FoundRows } from './row-search.ts';
import { RowSearches, type SearchTime } from './row-searches.ts';

/** An SQL condition with the values of its parameters. */
interface Sql {
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

const orders: Readonly<Record<NonNullable<Filter['sort']>, string>> = {
  order: 'o.id',
  title: '(select title from items where id = o.item)',
  experiment: '(select experiment from groups where id = o.grp)',
  run: '(select run from groups where id = o.grp)',
  model: '(select model from groups where id = o.grp)',
  prediction: '(select text from words where id = o.prediction)',
  outcome: '(select text from words where id = o.outcome)',
  state: 'o.state',
  score: 'o.score',
  agreement: 'o.agreement',
  others: 'o.others_share',
};

const columns = `g.run, g.experiment, g.model, g.condition, i.item, i.title, o.state, o.score, o.agree, o.executions, o.same,
  o.others, o.judges, (select text from words where id = o.reason) as reason,
  (select text from words where id = o.unit) as unit, (select text from words where id = o.prediction) as prediction,
  (select text from words where id = o.outcome) as outcome, (select text from words where id = o.part) as part`;

/** A known position: this many rows of a filter come up to and including the row with this id. */
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
  readonly #searches: RowSearches;
  /** Counts of all rows, once computed. */
  #rowCounts: readonly RowCount[] | null = null;
  readonly #anchors = new Map<string, readonly Anchor[]>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#searches = new RowSearches(database);
  }

  /**
   * Runs the search of a filter in advance, so that `page` and `counts` are fast. Other work of this thread continues
   * meanwhile. AppError `bad-pattern` for an invalid search, `request-closed` once the signal is aborted.
   */
  async find({ search, run }: Filter, time: SearchTime) {
    if (search !== undefined) await this.#searches.find({ search, run }, time);
  }

  page(query: ItemsQuery): ItemsPage {
    const { offset, limit, sort = 'order', descending } = query;
    const { where, values } = this.#where(query);
    const total = sumOf(this.#chosenCounts(query));
    const direction = descending === true ? 'desc' : 'asc';
    const isInOrder = sort === 'order' && descending !== true;
    const anchor = isInOrder ? this.#anchorBefore(where, values, offset) : noAnchor;
    // rows without a sort value come last in both directions
    const order = sort === 'order' ? `o.id ${direction}` : `${orders[sort]} ${direction} nulls last, o.id`;
    const ids = this.#database
      .prepare(`select o.id from outcomes o where ${where} and o.id > ? order by ${order} limit ? offset ?`)
      .all(...values, anchor.id, limit, offset - anchor.offset)
      .map(({ id }) => Number(id));
    const last = ids.at(-1);
    if (isInOrder && last !== undefined) this.#remember(where, values, { offset: offset + ids.length, id: last });
    return { total, offset, rows: this.#viewsOf(ids), isSearching: this.#found(query)?.isSearching ?? false };
  }

  /** Returns the number of rows that each choice of a filter would leave, with the other filters unchanged. */
  counts(filter: Filter): Counts {
    const { state, reason, divergent, judges } = filter;
    const states: Record<string, number> = {};
    const reasons: Record<string, number> = {};
    let [divergentRows, judgesRows] = [0, 0];
    for (const each of this.#countsOf(filter)) {
      const fitsFlags = (divergent !== true || each.divergent) && (judges !== true || each.judges);
      const fitsState =
        (state === undefined || each.state === state) && (reason === undefined || each.reason === reason);
      if (fitsFlags) states[each.state] = (states[each.state] ?? 0) + each.n;
      if (fitsFlags && each.state === 'missing') reasons[each.reason] = (reasons[each.reason] ?? 0) + each.n;
      if (fitsState && each.divergent && (judges !== true || each.judges)) divergentRows += each.n;
      if (fitsState && each.judges && (divergent !== true || each.divergent)) judgesRows += each.n;
    }
    const groups = this.#groups({ run: filter.run });
    const distinct = (name: 'experiment' | 'model' | 'condition') => [...new Set(groups.map((group) => group[name]))];
    return {
      ...{ states, reasons, divergent: divergentRows, judges: judgesRows },
      searched: this.#found(filter)?.searched ?? 1,
      isSearching: this.#found(filter)?.isSearching ?? false,
      ...{ experiments: distinct('experiment'), models: distinct('model'), conditions: distinct('condition') },
    };
  }

  /** Returns the rows of one item, for one model and condition or for all of the run. */
  rowsOfItem({ run, experiment, item }: Pick<ItemKey, 'run' | 'experiment' | 'item'>): readonly ItemView[] {
    const ids = this.#database
      .prepare(
        `select o.id from outcomes o join items i on i.id = o.item
         where i.run = ? and i.experiment = ? and i.item = ? order by o.id`,
      )
      .all(run, experiment, item)
      .map(({ id }) => Number(id));
    return this.#viewsOf(ids);
  }

  /** Returns every row of one experiment, model and condition of a run. */
  rowsOfSide(side: CompareSide & { readonly experiment: string }): readonly ItemView[] {
    const { where, values } = this.#where(side);
    const ids = this.#database.prepare(`select o.id from outcomes o where ${where} order by o.id`).all(...values);
    return this.#viewsOf(ids.map(({ id }) => Number(id)));
  }

  /** Returns the experiments, models and conditions of each run that have rows. */
  sides(): readonly (CompareSide & { readonly experiment: string })[] {
    return this.#groups({});
  }

  /** Drops cached counts after the rows have changed. */
  refresh(): void {
    this.#rowCounts = null;
    this.#anchors.clear();
    this.#searches.forget();
  }

  #where(filter: Filter): Sql {
    const groups = this.#groups(filter).map(({ id }) => id);
    const parts = [`o.grp in (${groups.join(', ')})`]; // integers, safe to interpolate
    const values: SQLInputValue[] = [];
    if (filter.state !== undefined) parts.push(`o.state = ${unitStates.indexOf(filter.state)}`);
    if (filter.divergent === true) parts.push('o.divergent = 1');
    if (filter.judges === true) parts.push('o.judges = 1');
    if (filter.reason !== undefined) {
      parts.push('o.reason = (select id from words where text = ?)');
      values.push(filter.reason);
    }
    const found = this.#found(filter);
    if (found !== null) {
      // the unary plus keeps SQLite from reading every found row where the other conditions leave fewer
      const isNarrow = found.rows <= sumOf(this.#chosenCounts({ ...filter, search: undefined }));
      parts.push(`${isNarrow ? '' : '+'}o.id in ${found.table}`);
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

  #found({ search, run }: Filter): FoundRows | null {
    return search === undefined ? null : this.#searches.found({ search, run });
  }

  #chosenCounts({ state, reason, divergent, judges, ...filter }: Filter): readonly RowCount[] {
    return this.#countsOf(filter).filter(
      (each) =>
        (state === undefined || each.state === state) &&
        (reason === undefined || each.reason === reason) &&
        (divergent !== true || each.divergent) &&
        (judges !== true || each.judges),
    );
  }

  /** Returns the counts of a filter's groups and search, from which all other choices are counted. */
  #countsOf(filter: Filter): readonly RowCount[] {
    const groups = new Set(this.#groups(filter).map(({ id }) => id));
    this.#rowCounts ??= countRows(this.#database);
    const counts = this.#found(filter)?.counts ?? this.#rowCounts;
    return counts.filter(({ group }) => groups.has(group));
  }

  /** Returns the nearest known position before an offset, so that a late page is not counted from the first row. */
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

  #viewsOf(ids: readonly number[]): ItemView[] {
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
  const [reason, part] = [text('reason'), text('part')];
  return {
    ...{ run: text('run'), experiment: text('experiment'), model: text('model'), condition: text('condition') },
    ...{ item: text('item'), title: text('title'), unit: text('unit') },
    ...{ prediction: text('prediction'), outcome: text('outcome') },
    state: unitStates[number('state') ?? 3] ?? 'missing',
    reason: reason === '' ? null : reason,
    part: part === '' ? null : part,
    score: number('score'),
    ...{ agree: number('agree') ?? 0, executions: number('executions') ?? 0 },
    ...{ same: number('same'), others: number('others'), judgesDiffer: row.judges === 1 },
  };
}
