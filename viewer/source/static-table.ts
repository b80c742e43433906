import { unitStates } from '../../src/view/contract/contract.ts';
import type {
  CompareQuery,
  CompareSide,
  Counts,
  Filter,
  ItemKey,
  ItemsPage,
  ItemsQuery,
  ItemView,
} from '../../src/view/contract/contract-items.ts';
import type { RowPage } from '../../src/view/contract/contract-static.ts';
import { parseSearch } from '../../src/view/search/search-pattern.ts';
import { searchedAnswers } from '../../src/view/search/searched-text.ts';

type NamedSide = CompareSide & { readonly experiment: string };

/** Position of a row: its page, and its index there. */
interface Place {
  readonly page: RowPage;
  readonly index: number;
}

/** What a search found. */
interface Matches {
  readonly search: string;
  /** Whether the title or id of each item matches, by page and by the item's index there. */
  readonly items: readonly (readonly boolean[])[];
  /** Whether each item's answers match, by the index of its texts; null if they are not searched. */
  readonly answers: readonly boolean[] | null;
}

const stepMs = 15;

/** Filters, sorts and counts the rows of a report as the server does with its index. */
export class StaticTable {
  readonly #sides: readonly NamedSide[];
  readonly #pages: readonly RowPage[];
  /** Searchable text of the answers by the index of an item's texts; null until a search needs it. */
  #answers: readonly string[] | null = null;
  #last: { readonly name: string; readonly places: readonly Place[] } | null = null;
  #matches: Matches | null = null;

  constructor(sides: readonly NamedSide[], pages: readonly RowPage[]) {
    this.#sides = sides;
    this.#pages = pages;
  }

  get hasAnswers(): boolean {
    return this.#answers !== null;
  }

  /** Makes searches cover answers as well as titles. */
  addAnswers(answers: readonly string[]): void {
    this.#answers = answers;
    this.#last = null;
    this.#matches = null;
  }

  /**
   * Runs a search in advance, a few milliseconds per step, so that the page responds meanwhile. AppError `bad-pattern` for
   * an invalid search; rejects with the signal's reason once it is aborted.
   */
  async find(search: string, signal: AbortSignal): Promise<void> {
    if (this.#matches?.search === search) return;
    const steps = this.#findMatches(search);
    let began = performance.now();
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      if (performance.now() - began < stepMs) continue;
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      began = performance.now();
    }
  }

  /** Tests one title or one answer at a time, and caches the result. */
  *#findMatches(search: string): Generator<void, Matches> {
    const parsed = parseSearch(search);
    const fits = parsed.kind === 'pattern' ? parsed.test : (text: string) => text.includes(parsed.text);
    const items: boolean[][] = [];
    for (const page of this.#pages) {
      const found: boolean[] = [];
      for (const [item, title] of page.items) {
        found.push(fits(`${title}\n${item}`.toLowerCase()));
        yield;
      }
      items.push(found);
    }
    const answers = this.#answers === null ? null : new Array<boolean>(this.#answers.length).fill(false);
    for (const [index, text] of (this.#answers ?? []).entries()) {
      for (const answer of searchedAnswers(text)) {
        if (answers !== null && answers[index] !== true) answers[index] = fits(answer);
        yield;
      }
    }
    this.#matches = { search, items, answers };
    return this.#matches;
  }

  #matchesOf(search: string): Matches {
    if (this.#matches?.search === search) return this.#matches;
    const steps = this.#findMatches(search);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  page({ offset, limit, ...filter }: ItemsQuery): ItemsPage {
    const places = this.#places(filter);
    const rows = places.slice(offset, offset + limit).map((place) => this.#row(place));
    return { total: places.length, offset, rows, isSearching: false };
  }

  rows(filter: Filter): readonly ItemView[] {
    return this.#places(filter).map((place) => this.#row(place));
  }

  counts(filter: Filter): Counts {
    const { state: _state, reason: _reason, ...withoutState } = filter;
    const states: Record<string, number> = {};
    const reasons: Record<string, number> = {};
    for (const { page, index } of this.#matching(withoutState)) {
      const state = unitStates[page.state[index] ?? 3] ?? 'missing';
      states[state] = (states[state] ?? 0) + 1;
      if (state !== 'missing') continue;
      const reason = page.words[page.reason[index] ?? -1] ?? '';
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    const sides = this.#sides.filter(({ run }) => filter.run === undefined || run === filter.run);
    const distinct = (name: 'experiment' | 'model' | 'condition') => [...new Set(sides.map((side) => side[name]))];
    return {
      ...{ states, reasons },
      divergent: this.#matching({ ...filter, divergent: true }).length,
      judges: this.#matching({ ...filter, judges: true }).length,
      searched: 1,
      isSearching: false,
      ...{ experiments: distinct('experiment'), models: distinct('model'), conditions: distinct('condition') },
    };
  }

  /** Returns the rows of an item, those of other models and conditions, and the position of its texts. */
  item({ run, experiment, model, condition, item }: ItemKey) {
    const named = this.#matching({ experiment }).filter(
      ({ page, index }) => page.items[page.item[index] ?? -1]?.[0] === item,
    );
    const isOwn = ({ page, index }: Place) => {
      const side = this.#sides[page.side[index] ?? -1];
      return side?.run === run && side.model === model && side.condition === condition;
    };
    const own = named.filter(isOwn);
    const [first] = own;
    const titleOf = ({ page, index }: Place) => page.items[page.item[index] ?? -1]?.[1];
    // runs on other data may use the same ids
    const places = first === undefined ? [] : named.filter((place) => titleOf(place) === titleOf(first));
    return {
      rows: own.map((place) => this.#row(place)),
      beside: places.filter((place) => !isOwn(place)).map((place) => this.#row(place)),
      text: first === undefined ? -1 : (first.page.text[first.index] ?? -1),
    };
  }

  /** Returns the units that both sides have. */
  pairs({ experiment, ...query }: CompareQuery): readonly { readonly a: ItemView; readonly b: ItemView }[] {
    const nameOf = ({ item, unit }: ItemView) => JSON.stringify([item, unit]);
    const ofA = new Map(
      this.rows({ experiment, run: query.runA, model: query.modelA, condition: query.conditionA }).map((row) => [
        nameOf(row),
        row,
      ]),
    );
    return this.rows({ experiment, run: query.runB, model: query.modelB, condition: query.conditionB }).flatMap((b) => {
      const a = ofA.get(nameOf(b));
      return a === undefined ? [] : [{ a, b }];
    });
  }

  /**
   * Returns positions in the order of the filter. The last list is cached, because scrolling requests page after page
   * of it.
   */
  #places(filter: Filter): readonly Place[] {
    const name = JSON.stringify(Object.entries(filter).toSorted());
    if (this.#last?.name === name) return this.#last.places;
    const places = this.#sorted(this.#matching(filter), filter);
    this.#last = { name, places };
    return places;
  }

  #matching(filter: Filter): readonly Place[] {
    const sides = this.#sides.map((side) =>
      (['run', 'experiment', 'model', 'condition'] as const).every(
        (name) => filter[name] === undefined || filter[name] === side[name],
      ),
    );
    const state = filter.state === undefined ? null : unitStates.indexOf(filter.state);
    const found: Place[] = [];
    const matches = filter.search === undefined ? null : this.#matchesOf(filter.search);
    for (const [number, page] of this.#pages.entries()) {
      const items = matches?.items[number];
      const reason = filter.reason === undefined ? null : page.words.indexOf(filter.reason);
      for (const [index, side] of page.side.entries()) {
        const fits =
          sides[side] === true &&
          (state === null || page.state[index] === state) &&
          (reason === null || page.reason[index] === reason) &&
          (filter.divergent !== true || page.divergent[index] === 1) &&
          (filter.judges !== true || page.judges[index] === 1) &&
          (items === undefined ||
            items[page.item[index] ?? -1] === true ||
            matches?.answers?.[page.text[index] ?? -1] === true);
        if (fits) found.push({ page, index });
      }
    }
    return found;
  }

  #sorted(places: readonly Place[], { sort = 'order', descending }: Filter): readonly Place[] {
    const direction = descending === true ? -1 : 1;
    if (sort === 'order') return direction === 1 ? places : places.toReversed();
    const keyed = places.map((place, order) => ({ place, order, key: this.#key(place, sort) }));
    keyed.sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.order - b.order;
      return direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || a.order - b.order;
    });
    return keyed.map(({ place }) => place);
  }

  #key({ page, index }: Place, sort: NonNullable<Filter['sort']>): string | number | null {
    switch (sort) {
      case 'title':
        return page.items[page.item[index] ?? -1]?.[1] ?? '';
      case 'experiment':
        return this.#sides[page.side[index] ?? -1]?.experiment ?? '';
      case 'run':
        return this.#sides[page.side[index] ?? -1]?.run ?? '';
      case 'prediction':
        return page.words[page.prediction[index] ?? -1] ?? '';
      case 'outcome':
        return page.words[page.outcome[index] ?? -1] ?? '';
      case 'model':
        return this.#sides[page.side[index] ?? -1]?.model ?? '';
      case 'state':
        return page.state[index] ?? 0;
      case 'score':
        return page.score[index] ?? null;
      case 'agreement': {
        const executions = page.executions[index] ?? 0;
        return executions === 0 ? 0 : (page.agree[index] ?? 0) / executions;
      }
      case 'others': {
        const [same, others] = [page.same[index] ?? null, page.others[index] ?? null];
        return same === null || others === null || others === 0 ? null : same / others;
      }
      case 'order':
        return 0;
    }
  }

  #row({ page, index }: Place): ItemView {
    const side = this.#sides[page.side[index] ?? -1] ?? { run: '', experiment: '', model: '', condition: '' };
    const [item, title] = page.items[page.item[index] ?? -1] ?? ['', ''];
    const word = (places: readonly number[]) => page.words[places[index] ?? -1] ?? '';
    const reason = word(page.reason);
    return {
      ...{ run: side.run, experiment: side.experiment, model: side.model, condition: side.condition },
      ...{ item, title, unit: word(page.unit), prediction: word(page.prediction), outcome: word(page.outcome) },
      state: unitStates[page.state[index] ?? 3] ?? 'missing',
      reason: reason === '' ? null : reason,
      score: page.score[index] ?? null,
      ...{ agree: page.agree[index] ?? 0, executions: page.executions[index] ?? 0 },
      ...{ same: page.same[index] ?? null, others: page.others[index] ?? null },
      judgesDiffer: page.judges[index] === 1,
    };
  }
}
