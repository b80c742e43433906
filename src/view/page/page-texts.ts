import { gzipSync } from 'node:zlib';
import type { PageItem } from '../../report/export/page-row-collector.ts';
import type { ShownRows } from '../../report/export/redact-unlicensed.ts';
import { isLogged } from '../../report/inspect-logs/log-writer.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { experimentExplanation } from '../../report/tables/experiment-notes.ts';
import type { AnsweredCall, ScoredItem } from '../../run/outcomes/outcome-rows.ts';
import type { ItemText } from '../contract/contract-static.ts';
import { rankingOf } from './item-ranking.ts';
import { judgementsOf, lastTurns, sessionOf } from './item-sessions.ts';

export const textsAPage = 64;

/** Receives pages of texts: kept for the page, or written next to it. */
type TextSink = (number: number, bytes: Uint8Array) => void;

/** Collects the texts of a report's items in compressed pages. */
export class PageTexts {
  readonly #sink: TextSink;
  #texts: ItemText[] = [];
  #count = 0;
  pages = 0;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  /** Adds the texts of an item for one model under one condition, unless they are withheld; null without a row. */
  add({ rows, calls, work }: ScoredItem, { isOpen }: Pick<ShownRows, 'isOpen'>, title: string): PageItem | null {
    const logged = rows.filter(isLogged);
    if (logged.length === 0) return null;
    if (!isOpen) return { title: null, text: -1 };
    this.#texts.push({
      ...{ title, question: experimentExplanation(work.experiment) },
      sessions: withoutEarlierTurns(calls()).map((call) => sessionOf(work, call)),
      judgements: judgementsOf(logged.map(({ outcome }) => outcome)),
      ranking: rankingOf(logged.map(({ outcome }) => outcome)),
    });
    this.#count += 1;
    if (this.#texts.length === textsAPage) this.finish();
    return { title, text: this.#count - 1 };
  }

  finish(): void {
    if (this.#texts.length === 0) return;
    this.#sink(this.pages, gzipSync(safeJson(this.#texts)));
    this.pages += 1;
    this.#texts = [];
  }
}

function withoutEarlierTurns(calls: readonly AnsweredCall[]): readonly AnsweredCall[] {
  const last = new Set(lastTurns(calls.map(({ call }) => call)));
  return calls.filter(({ call }) => last.has(call));
}
