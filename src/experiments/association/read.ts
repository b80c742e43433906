import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readAnswer, type Stated } from '../common/json-object.ts';
import { readBoolean, undecorated } from '../common/plain-value.ts';
import { normalizedWord } from '../common/words.ts';

/** Number of words that the prompt requests. */
export const listLength = 5;

/** Reads the five listed words verbatim: under "words", or as a list that is the whole answer. */
export function readList(text: string): Reading<readonly string[]> {
  return readAnswer<readonly string[]>(text, {
    object: (object) => {
      const words = fieldOf(object, 'words');
      return words === undefined ? { lacks: 'no list under "words"' } : listOf(words);
    },
    value: (value) => {
      const list = Array.isArray(value) ? listOf(value) : textList(value);
      return 'value' in list ? list.value : null;
    },
  });
}

function listOf(words: unknown): Stated<readonly string[]> {
  if (!Array.isArray(words)) return textList(words);
  if (!words.every((word): word is string => typeof word === 'string')) return { wrong: 'a listed word is not a text' };
  return words.length === listLength ? { value: words } : { wrong: `${words.length} words listed, not ${listLength}` };
}

/** Maximum words of an entry of a list in text; a longer one is a sentence. */
const maxEntryWords = 4;

/** Reads a list in text: one entry on each line, or all on one line with commas. */
function textList(value: unknown): Stated<readonly string[]> {
  const none = { wrong: 'no list under "words"' };
  if (typeof value !== 'string') return none;
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const marked = /^\s*(?:[-*•]|\d+[.)])\s+/;
  const parts =
    lines.length === 1
      ? value.split(/[,;、，]/)
      : lines.filter((line) => marked.test(line) || lines.length === listLength);
  const words = parts.map((part) => undecorated(part.replace(marked, '')));
  const areWords = words.every((word) => word !== '' && word.split(/\s+/).length <= maxEntryWords);
  return words.length === listLength && areWords ? { value: words, isSalvaged: true } : none;
}

const noOption = 'no option word with true or false';

/**
 * Reads the prediction by normalized option word: from an object, or from lines such as "word: yes". An option that the answer
 * does not mention has no entry: absent, not false.
 */
export function readPrediction(text: string, options: readonly string[]): Reading<ReadonlyMap<string, boolean>> {
  const words = options.map(normalizedWord);
  return readAnswer<ReadonlyMap<string, boolean>>(text, {
    object: (object) => {
      const said = new Map(Object.entries(object).map(([word, value]) => [normalizedWord(word), readBoolean(value)]));
      const value = new Map(words.flatMap((word) => statedEntry(word, said.get(word))));
      return value.size > 0 ? { value } : { lacks: noOption };
    },
    value: (value) => (typeof value === 'string' ? statedLines(value, words) : null),
  });
}

function statedEntry(word: string, value: boolean | null | undefined): readonly (readonly [string, boolean])[] {
  return typeof value === 'boolean' ? [[word, value]] : [];
}

/** Reads lines such as "- word: yes"; null where fewer than two words have a value. */
function statedLines(text: string, words: readonly string[]): ReadonlyMap<string, boolean> | null {
  const found = new Map<string, boolean>();
  for (const line of text.split(/[\n,;]/)) {
    const [, name = '', said = ''] = /^(.*?)\s*(?:[:=→]|\s[-–—]\s)\s*(.+)$/.exec(line) ?? [];
    const word = normalizedWord(undecorated(name.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')));
    const value = words.includes(word) ? readBoolean(said) : null;
    if (value !== null) found.set(word, value);
  }
  return found.size >= Math.min(2, words.length) ? found : null;
}
