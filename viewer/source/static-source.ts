import type { ZodType } from 'zod';
import type { ComparePage, CompareQuery, Filter, ItemKey, ItemPage } from '../../src/view/contract/contract-items.ts';
import {
  coreSchema,
  type ItemText,
  type Opening,
  openingSchema,
  type RowPage,
  rowPageSchema,
  type StaticCore,
  textPageSchema,
} from '../../src/view/contract/contract-static.ts';
import { rowsFileName } from '../../src/view/page/rows-file-name.ts';
import { searchedText } from '../../src/view/search/searched-text.ts';
import { saveText } from '../parts/figures/save.ts';
import { csvLines } from './csv-lines.ts';
import { pageFor, type Source } from './source.ts';
import { flipsOf, withoutInterval } from './static-compare.ts';
import { StaticTable } from './static-table.ts';

/** Returns the data embedded in the page; null if there is none. */
export function staticSource(page: Document): Source | null {
  const element = page.getElementById('seb-opening');
  if (element === null) return null;
  return new StaticSource(page, openingSchema.parse(JSON.parse(element.textContent))).source;
}

/** Reads the data of a report, each part on first use. */
class StaticSource {
  readonly source: Source;
  readonly #page: Document;
  readonly #overview: Opening['overview'];
  #core: Promise<StaticCore> | null = null;
  #table: Promise<StaticTable> | null = null;
  readonly #texts = new Map<number, Promise<readonly ItemText[]>>();

  constructor(page: Document, opening: Opening) {
    this.#page = page;
    this.#overview = opening.overview;
    this.source = {
      opening,
      overview: async () => opening.overview,
      runPage: async (id) => pageFor((await this.#getCore()).page, id),
      studyPage: async (id) => (await this.#getCore()).studies.find(({ summary }) => summary.id === id) ?? null,
      items: async (query, signal) => (await this.#searched(query, signal)).page(query),
      counts: async (filter, signal) => (await this.#searched(filter, signal)).counts(filter),
      item: (key) => this.#item(key),
      sides: async () => (await this.#getCore()).sides,
      compare: (query) => this.#compare(query),
      download: (filter, format) => this.#download(filter, format),
      labels: null,
      people: null,
      listen: () => () => {},
    };
  }

  #getCore(): Promise<StaticCore> {
    this.#core ??= this.#inline('seb-core', coreSchema);
    return this.#core;
  }

  #getTable(): Promise<StaticTable> {
    this.#table ??= this.#readTable();
    return this.#table;
  }

  async #readTable(): Promise<StaticTable> {
    const { rowPages, sides } = await this.#getCore();
    const numbers = Array.from({ length: rowPages }, (_, number) => number);
    const pages: RowPage[] = [];
    for (const number of numbers) pages.push(await this.#inline(`seb-rows-${number}`, rowPageSchema));
    return new StaticTable(sides, pages);
  }

  /** Returns the table after the search of a filter; answers are searched if the texts are in this page. */
  async #searched({ search }: Filter, signal: AbortSignal): Promise<StaticTable> {
    const [{ textPages }, table] = [await this.#getCore(), await this.#getTable()];
    if (search === undefined) return table;
    if (this.#overview.texts === 'all' && !table.hasAnswers) table.addAnswers(await this.#readAnswers(textPages));
    await table.find(search, signal);
    return table;
  }

  async #readAnswers(textPages: number): Promise<readonly string[]> {
    const answers: string[] = [];
    for (let index = 0; index < textPages; index += 1) {
      const texts = await this.#inline(`seb-texts-${index}`, textPageSchema);
      for (const { sessions } of texts) answers.push(answersText(sessions));
    }
    return answers;
  }

  async #item(key: ItemKey): Promise<ItemPage> {
    const [core, table] = [await this.#getCore(), await this.#getTable()];
    const { rows, beside, text } = table.item(key);
    const [first] = rows;
    if (first === undefined) throw new Error('the report has no such item');
    const found = text < 0 ? null : await this.#text(core, text);
    return {
      ...{ key, rows, beside, title: found?.title ?? first.title, question: found?.question ?? '' },
      sessions: found?.sessions ?? null,
      judgements: found?.judgements ?? [],
      ranking: found?.ranking ?? [],
    };
  }

  /** Returns an item's texts; null if they are in a separate file that cannot be read, such as from file://. */
  async #text({ textsAPage }: StaticCore, number: number): Promise<ItemText | null> {
    const { texts } = this.#overview;
    if (texts === 'none') return null;
    const index = Math.floor(number / textsAPage);
    const known = this.#texts.get(index) ?? this.#readTexts(index, texts === 'paged');
    this.#texts.set(index, known);
    try {
      return (await known)[number % textsAPage] ?? null;
    } catch (error) {
      this.#texts.delete(index);
      if (location.protocol === 'file:') return null;
      throw error;
    }
  }

  async #readTexts(index: number, beside: boolean): Promise<readonly ItemText[]> {
    if (!beside) return this.#inline(`seb-texts-${index}`, textPageSchema);
    const response = await fetch(`data/texts-${index}.bin`);
    if (!response.ok) throw new Error(`the texts could not be loaded (${response.status})`);
    return textPageSchema.parse(JSON.parse(await unpacked(new Uint8Array(await response.arrayBuffer()))));
  }

  async #compare(query: CompareQuery): Promise<ComparePage> {
    const [{ compared }, table] = [await this.#getCore(), await this.#getTable()];
    const name = JSON.stringify(query);
    const known = compared.find((each) => JSON.stringify(each.query) === name);
    const pairs = table.pairs(query);
    return { ...(known?.page ?? withoutInterval(query, pairs)), ...flipsOf(pairs) };
  }

  async #download(filter: Filter, format: 'csv' | 'jsonl'): Promise<void> {
    const rows = (await this.#searched(filter, new AbortController().signal)).rows(filter);
    if (format === 'csv') saveText(rowsFileName(filter, format), 'text/csv', csvLines(rows));
    else
      saveText(
        rowsFileName(filter, format),
        'application/jsonl',
        rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      );
  }

  async #inline<T>(id: string, schema: ZodType<T>): Promise<T> {
    const text = this.#page.getElementById(id)?.textContent ?? '';
    return schema.parse(JSON.parse(await unpacked(bytesOf(text))));
  }
}

function answersText(sessions: ItemText['sessions']): string {
  return searchedText(sessions.flatMap(({ answer }) => (answer === null ? [] : [answer.text])));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Decompresses text; accepts plain bytes, because a web server may have decompressed them. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return new TextDecoder().decode(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
