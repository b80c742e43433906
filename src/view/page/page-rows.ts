import { gzipSync } from 'node:zlib';
import type { OutcomeRow } from '../../domain/outcome.ts';
import type { CollectedRows, PageItem, PageRowCollector, PageSide } from '../../report/export/page-row-collector.ts';
import { isLogged } from '../../report/inspect-logs/log-writer.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { NestedMap } from '../../util/nested-map.ts';
import { unitStates } from '../contract/contract.ts';
import type { RowPage } from '../contract/contract-static.ts';
import { besideOthers, type PlacedRow } from './beside-others.ts';
import type { UnitWords } from './unit-words.ts';

const rowsAPage = 4_096;

/** Words of each experiment, by its name; plain data that another thread can receive. */
export type WordsByExperiment = Readonly<Record<string, UnitWords>>;

interface Pending {
  readonly row: OutcomeRow;
  /** Index of the run, experiment, model and condition in the list of sides. */
  readonly side: number;
  readonly item: PageItem;
}

/** Collects rows in compressed pages, so that memory holds little besides the report's content. */
export class PageRows implements PageRowCollector {
  readonly #words: WordsByExperiment;
  readonly #sides = new NestedMap<{ readonly place: number }>();
  readonly #sideList: PageSide[] = [];
  readonly #pages: Uint8Array<ArrayBuffer>[] = [];
  #page = emptyPage();
  #wordPlaces = new Map<string, number>();
  #itemPlaces = new Map<string, number>();
  /** Rows of the item, model and condition that is described next. */
  #rows: OutcomeRow[] = [];
  /** Rows of one item, of all models and conditions. */
  #pending: Pending[] = [];

  constructor(words: WordsByExperiment) {
    this.#words = words;
  }

  row(row: OutcomeRow): void {
    if (isLogged(row)) this.#rows.push(row);
  }

  item(item: PageItem): void {
    const rows = this.#rows;
    const [first] = rows;
    if (first === undefined) return;
    this.#rows = [];
    const before = this.#pending[0]?.row;
    if (before !== undefined && !isSameItem(before, first)) this.#flushItem();
    const side = this.#side(first);
    for (const row of rows) this.#pending.push({ row, side, item });
  }

  finish(): CollectedRows {
    this.#flushItem();
    this.#flushRows();
    return { sides: this.#sideList, pages: this.#pages };
  }

  #flushItem(): void {
    const [one] = this.#pending;
    if (one === undefined) return;
    const words = this.#words[one.row.experiment];
    if (words === undefined) throw new Error(`no words for the outcomes of ${one.row.experiment}`);
    const placed = besideOthers(
      this.#pending.map(({ row }) => row),
      words,
    );
    for (const [index, each] of placed.entries()) this.#write(each, this.#pending[index] as Pending); // one for each row
    this.#pending = [];
    if (this.#page.side.length >= rowsAPage) this.#flushRows();
  }

  #flushRows(): void {
    if (this.#page.side.length === 0) return;
    this.#pages.push(unpooled(gzipSync(safeJson(this.#page))));
    this.#page = emptyPage();
    this.#wordPlaces = new Map();
    this.#itemPlaces = new Map();
  }

  #write({ source, row, divergent, same, others }: PlacedRow, { side, item }: Pending): void {
    const page = this.#page;
    page.side.push(side);
    page.item.push(this.#itemPlace(source.item, item.title ?? source.item));
    page.unit.push(this.#word(row.unit));
    page.prediction.push(this.#word(row.prediction));
    page.outcome.push(this.#word(row.outcome));
    page.state.push(unitStates.indexOf(row.state));
    page.reason.push(this.#word(row.reason ?? ''));
    page.score.push(row.score === null ? null : Math.round(row.score * 10_000) / 10_000);
    page.agree.push(row.agree);
    page.executions.push(row.executions);
    page.same.push(same);
    page.others.push(others);
    page.divergent.push(Number(divergent));
    page.judges.push(Number(row.judgesDiffer));
    page.text.push(item.text);
  }

  #side({ run, experiment, model, condition }: OutcomeRow): number {
    return this.#sides.get([run, experiment, model, condition], () => {
      return { place: this.#sideList.push({ run, experiment, model, condition }) - 1 };
    }).place;
  }

  #word(text: string): number {
    return placeIn(this.#wordPlaces, text, () => this.#page.words.push(text));
  }

  #itemPlace(item: string, title: string): number {
    return placeIn(this.#itemPlaces, item, () => this.#page.items.push([item, title]));
  }
}

function isSameItem(one: OutcomeRow, other: OutcomeRow): boolean {
  return one.item === other.item && one.run === other.run && one.experiment === other.experiment;
}

/** Returns the bytes with memory of their own, which can be transferred to another thread. */
function unpooled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function placeIn(places: Map<string, number>, text: string, push: () => number): number {
  const known = places.get(text);
  if (known !== undefined) return known;
  const index = push() - 1;
  places.set(text, index);
  return index;
}

function emptyPage(): RowPage {
  return {
    ...{ items: [], words: [], side: [], item: [], unit: [], prediction: [], outcome: [], state: [], reason: [] },
    ...{ score: [], agree: [], executions: [], same: [], others: [], divergent: [], judges: [], text: [] },
  };
}
