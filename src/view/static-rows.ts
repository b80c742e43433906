import { gzipSync } from 'node:zlib';
import type { OutcomeRow } from '../domain/outcome.ts';
import type { ShownRows } from '../report/export/redact-unlicensed.ts';
import { isLogged } from '../report/inspect/log-writer.ts';
import { experimentExplanation } from '../report/model/experiment-notes.ts';
import { safeJson } from '../report/render/safe-json.ts';
import type { ScoredItem } from '../score/outcomes.ts';
import { NestedMap } from '../util/nested-map.ts';
import { besideOthers, type PlacedRow } from './beside-others.ts';
import { unitStates } from './contract/contract.ts';
import type { CompareSide } from './contract/contract-items.ts';
import type { ItemText, RowPage } from './contract/contract-static.ts';
import { judgementsOf, sessionOf } from './item-sessions.ts';
import { type UnitWords, unitWordsOf } from './unit-words.ts';

const rowsAPage = 4_096;
export const textsAPage = 64;

/** Receives pages of texts: kept for the page, or written next to it. */
type TextSink = (number: number, bytes: Uint8Array) => void;

interface Pending {
  readonly row: OutcomeRow;
  /** Index of the run, experiment, model and condition in `sides`. */
  readonly side: number;
  readonly title: string;
  readonly text: number;
  readonly words: UnitWords;
}

/** Collects rows and texts for a report in compressed pages, so that memory holds little besides the report's content. */
export class StaticRows {
  readonly #sink: TextSink;
  readonly #sides = new NestedMap<{ readonly place: number }>();
  readonly #sideList: (CompareSide & { readonly experiment: string })[] = [];
  readonly rowPages: Uint8Array[] = [];
  #page = emptyPage();
  #words = new Map<string, number>();
  #items = new Map<string, number>();
  #pending: Pending[] = [];
  #item = '';
  #texts: ItemText[] = [];
  #textCount = 0;
  textPages = 0;
  rows = 0;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  get sides(): readonly (CompareSide & { readonly experiment: string })[] {
    return this.#sideList;
  }

  /**
   * Adds an item for one model under one condition, with its rows as they may be shown; the rows of one item must be
   * adjacent.
   */
  add({ rows, calls, work }: ScoredItem, { rows: shown, isOpen }: ShownRows, title: string): void {
    const first = rows.find(isLogged);
    if (first === undefined) return;
    const name = JSON.stringify([first.run, first.experiment, first.item]);
    if (name !== this.#item) this.#flushItem();
    this.#item = name;
    let text = -1;
    if (isOpen) {
      text = this.#textCount;
      this.#addText({
        ...{ title, question: experimentExplanation(work.experiment) },
        sessions: calls().map((call) => sessionOf(work, call)),
        judgements: judgementsOf(rows.filter(isLogged).map(({ outcome }) => outcome)),
      });
    }
    const words = unitWordsOf(work.experiment);
    const side = this.#side(first);
    for (const row of shown) {
      if (isLogged(row)) this.#pending.push({ row, side, title: isOpen ? title : row.item, text, words });
    }
  }

  finish(): void {
    this.#flushItem();
    this.#flushRows();
    this.#flushTexts();
  }

  #addText(text: ItemText): void {
    this.#texts.push(text);
    this.#textCount += 1;
    if (this.#texts.length === textsAPage) this.#flushTexts();
  }

  #flushTexts(): void {
    if (this.#texts.length === 0) return;
    this.#sink(this.textPages, gzipSync(safeJson(this.#texts)));
    this.textPages += 1;
    this.#texts = [];
  }

  #flushItem(): void {
    const [one] = this.#pending;
    if (one === undefined) return;
    const placed = besideOthers(
      this.#pending.map(({ row }) => row),
      one.words,
    );
    for (const [index, each] of placed.entries()) {
      this.#write(each, this.#pending[index] as Pending); // one for each row
    }
    this.#pending = [];
    if (this.#page.side.length >= rowsAPage) this.#flushRows();
  }

  #flushRows(): void {
    if (this.#page.side.length === 0) return;
    this.rowPages.push(gzipSync(safeJson(this.#page)));
    this.#page = emptyPage();
    this.#words = new Map();
    this.#items = new Map();
  }

  #write({ source, row, divergent, same, others }: PlacedRow, { side, title, text }: Pending): void {
    const page = this.#page;
    this.rows += 1;
    page.side.push(side);
    page.item.push(this.#itemPlace(source.item, title));
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
    page.text.push(text);
  }

  #side({ run, experiment, model, condition }: OutcomeRow): number {
    return this.#sides.get([run, experiment, model, condition], () => {
      return { place: this.#sideList.push({ run, experiment, model, condition }) - 1 };
    }).place;
  }

  #word(text: string): number {
    return placeIn(this.#words, text, () => this.#page.words.push(text));
  }

  #itemPlace(item: string, title: string): number {
    return placeIn(this.#items, item, () => this.#page.items.push([item, title]));
  }
}

function placeIn(places: Map<string, number>, text: string, push: () => number): number {
  const known = places.get(text);
  if (known !== undefined) return known;
  const place = push() - 1;
  places.set(text, place);
  return place;
}

function emptyPage(): RowPage {
  return {
    ...{ items: [], words: [], side: [], item: [], unit: [], prediction: [], outcome: [], state: [], reason: [] },
    ...{ score: [], agree: [], executions: [], same: [], others: [], divergent: [], judges: [], text: [] },
  };
}
