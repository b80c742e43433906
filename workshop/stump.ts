import type { StumpItem } from '../src/experiments/stump/items.ts';
import type { ItemGenerator } from './generator.ts';

/** Topics that a model writes questions about. */
const topics = [
  'arithmetic',
  'multiplication of large numbers',
  'fractions',
  'geometry',
  'probability',
  'prime numbers',
  'number sequences',
  'units of measure',
  'dates and calendars',
  'clock times',
  'time zones',
  'counting letters in words',
  'spelling',
  'rhymes',
  'opposites and synonyms',
  'grammar',
  'idioms',
  'word order',
  'anagrams',
  'translation',
  'capitals of countries',
  'rivers and lakes',
  'mountains',
  'flags',
  'borders between countries',
  'ancient history',
  'modern history',
  'inventions',
  'explorers',
  'kings and queens',
  'music',
  'painting',
  'novels',
  'poetry',
  'theatre',
  'sports records',
  'chess positions',
  'card games',
  'cooking',
  'animals',
  'plants',
  'the human body',
  'medicine',
  'chemistry',
  'physics',
  'planets and stars',
  'weather',
  'computer programs',
  'logic puzzles',
  'everyday objects',
] as const;

/** Generates every topic with the number 1, then every topic with 2, and so on; with our topics unless others are given. */
export function generateStump(count: number, given: readonly string[] = topics): StumpItem[] {
  return Array.from({ length: count }, (_, index) => {
    const topic = given[index % given.length] ?? ''; // in range by the modulus
    const number = Math.floor(index / given.length) + 1;
    return { id: `s${String(index + 1).padStart(4, '0')}`, topic, number };
  });
}

export const generator: ItemGenerator = {
  takesTopics: true,
  generate: (count, { topics: given }) => generateStump(count, given), // topics in turn: nothing is random
};
