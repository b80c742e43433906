import { distance } from 'fastest-levenshtein';
import { wordSegments } from '../util/word-segments.ts';

/** Similarity of two texts: each value is symmetric, in [0, 1], and 1 for equal texts. */
export interface TextSimilarity {
  /** 1 where the texts are equal except for white space. */
  readonly exact: number;
  /** 1 - Levenshtein distance (1966) / length of the longer text, in UTF-16 units, of the first 20,000 of each. */
  readonly edit: number;
  /** F1 of word counts: 2 x words in common / words of both (as in SQuAD, Rajpurkar 2016). */
  readonly tokenF1: number;
  /** Length of the shorter text / length of the longer. */
  readonly length: number;
  /** 1 where the first three words are equal (or all words, of texts with fewer). */
  readonly firstWords: number;
}

/** Maximum length to compare; longer texts are compared by their beginnings, because the distance takes quadratic time. */
const mostCompared = 20_000;

/** Number of leading words to compare. */
const beginning = 3;

/** Returns the text in NFC with single spaces for white space, so that line breaks do not matter. */
export function plainText(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Returns words in lower case without punctuation, in any script. */
export function textWords(text: string): readonly string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  return wordSegments(plain) ?? plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

export function textSimilarity(first: string, second: string): TextSimilarity {
  const [a, b] = [plainText(first), plainText(second)];
  const [words, others] = [textWords(a), textWords(b)];
  const longer = Math.max(a.length, b.length);
  return {
    exact: Number(a === b),
    edit: editSimilarity(a.slice(0, mostCompared), b.slice(0, mostCompared)),
    tokenF1: wordF1(words, others),
    length: longer === 0 ? 1 : Math.min(a.length, b.length) / longer,
    firstWords: Number(words.slice(0, beginning).join(' ') === others.slice(0, beginning).join(' ')),
  };
}

function editSimilarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - distance(a, b) / longer;
}

function wordF1(words: readonly string[], others: readonly string[]): number {
  if (words.length + others.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(word, count - 1);
  }
  return (2 * common) / (words.length + others.length);
}
