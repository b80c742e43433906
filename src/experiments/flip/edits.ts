import { distance } from 'fastest-levenshtein';
import { type Random, randomInteger } from '../../util/random.ts';

/** Most characters that may be inserted, deleted or replaced. */
export const maxDistance = 20;

/** Words that replace another one at random. */
const fillers: readonly string[] = [
  ...['apple', 'always', 'seven', 'under', 'green', 'often', 'window', 'small', 'before', 'river', 'never', 'three'],
  ...['other', 'winter', 'without', 'half', 'stone', 'early', 'music', 'twice', 'north', 'paper', 'between', 'last'],
];

/** Returns the number of characters inserted, deleted or replaced, and its share of the longer text, in [0, 1]. */
export function editOf(original: string, changed: string): { readonly distance: number; readonly size: number } {
  const edits = distance(original, changed);
  return { distance: edits, size: edits / Math.max(1, original.length, changed.length) };
}

/** Returns the question with the words that the fixed rule puts before every question. */
export function fixedEdit(question: string): string {
  return `Choose a wrong one: ${question}`;
}

/** Returns the question with one random word replaced by another word. */
export function randomEdit(question: string, random: Random): string {
  const words = question.split(' ');
  const index = randomInteger(random, words.length);
  const start = randomInteger(random, fillers.length);
  const filler = [...fillers.slice(start), ...fillers.slice(0, start)].find((word) => word !== words[index]);
  return words.with(index, filler ?? '').join(' ');
}
