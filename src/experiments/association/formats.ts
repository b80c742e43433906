import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Format, Input } from '../../data/files/format.ts';
import { published, sourceOf } from '../../data/files/published.ts';
import { readText } from '../../data/files/read-text.ts';
import { checkedRow, type Row, rowError } from '../../data/files/row.ts';

const cards = z.record(z.string(), z.array(z.string()));
/** The schema of a card file. The rule excludes some cards, whose form does not matter. */
const anyCards = z.record(z.string(), z.unknown());
const fewest = 3;
const most = 5;

/** The public cards: a folder per language, a JSON file per topic. */
export const tabooFolder: Format = {
  name: 'Taboo-Data folder',
  experiment: 'association',
  source: published.taboo,
  matches: (input) => input.kind === 'folder' && input.names.some((name) => name.endsWith('.json')),
  read: (input) => (input.kind === 'folder' ? folderItems(input) : []),
};

/** The authors' selection: one JSON object with three to five words per target. */
export const tabooFile: Format = {
  name: 'word list of the Self-Execution Benchmark (3-5_taboo_words.json)',
  experiment: 'association',
  source: published.taboo,
  matches: (input) => input.kind === 'file' && isCards(input.json) && Object.keys(input.json).length >= fewestCards,
  read: wordLists,
};

/** The same layout with the user's own words: an object with a list of words per target. */
export const ownWords: Format = {
  name: 'JSON object with a list of at least three words per target',
  experiment: 'association',
  source: sourceOf('not stated', 'your own file'),
  matches: (input) => input.kind === 'file' && isCards(input.json) && Object.keys(input.json).length < fewestCards,
  read: wordLists,
};

/** Minimum number of targets of the published list, which has 488; a shorter list is the user's own. */
const fewestCards = 400;

function wordLists(input: Input): Row[] {
  if (input.kind !== 'file') return [];
  const words = cardsOf(input.text, input.path, input.json);
  return words.map((row) => ({ ...row, value: { ...row.value, options: row.value.options.slice(0, most) } }));
}

/** Returns whether every field of an object is a list of at least three texts. */
function isCards(json: unknown): json is Readonly<Record<string, readonly string[]>> {
  const read = cards.safeParse(json);
  if (!read.success) return false;
  const lists = Object.values(read.data);
  return lists.length > 0 && lists.every(({ length }) => length >= fewest);
}

/** Applies the paper's rule: single-word targets with at least three words, of which the first five are kept. */
function folderItems({ path, names }: Extract<Input, { kind: 'folder' }>): Row[] {
  const items = new Map<string, Row>();
  for (const name of names.filter((name) => name.endsWith('.json')).toSorted()) {
    const file = join(path, name);
    const text = readText(file);
    for (const row of cardsOf(text, file, parseJson(text, file))) {
      const { target, options } = row.value;
      if (/\s/.test(target.trim()) || options.length < fewest) continue;
      // A target on two cards keeps its position and takes the later card, as in the published list.
      const value = { ...row.value, options: options.slice(0, most), topic: basename(name, '.json') };
      items.set(target, { ...row, value });
    }
  }
  return [...items.values()];
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    const line = /line (\d+)/.exec(reason)?.[1];
    throw rowError({ file, line: line === undefined ? 1 : Number(line) }, `not JSON (${reason})`);
  }
}

interface Card {
  readonly id: string;
  readonly target: string;
  readonly options: readonly string[];
}

function cardsOf(text: string, file: string, json: unknown): Row<Card>[] {
  const entries = Object.entries(checkedRow(anyCards, { file, line: 1, value: json }));
  return entries.map(([target, value]) => {
    const row = { file, line: lineOf(text, target), value: { [target]: value } };
    return { ...row, value: { id: target, target, options: checkedRow(cards, row)[target] ?? [] } };
  });
}

/** Returns the line of a key; 1 where its formatting is unusual. */
function lineOf(text: string, key: string): number {
  const index = text.indexOf(`${JSON.stringify(key)}:`);
  return index === -1 ? 1 : text.slice(0, index).split('\n').length;
}
