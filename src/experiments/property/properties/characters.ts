import type { Property } from './property.ts';

/** Returns the code points of a text, so that a character outside the basic plane counts as one. */
function characters(text: string): readonly string[] {
  return Array.from(text);
}

function characterAt(name: string, ordinal: string, index: number): Property {
  return {
    name,
    shape: 'character',
    values: 'open',
    shallow: index >= 0,
    fromStart: index >= 0,
    question: ({ was, your }) => `what ${was} the ${ordinal} character of ${your} reply?`,
    extract: (answer) => characters(answer).at(index) ?? null,
  };
}

export const firstCharacter = characterAt('first-character', 'first', 0);
export const secondCharacter = characterAt('second-character', 'second', 1);
export const thirdCharacter = characterAt('third-character', 'third', 2);
export const lastCharacter = characterAt('last-character', 'last', -1);

/**
 * Whether the answer starts with a vowel, by the base letter of the first character, so that "É" counts; null when it
 * is not a letter.
 */
export const startsWithVowel: Property = {
  name: 'starts-with-vowel',
  shape: 'boolean',
  values: 'binary',
  shallow: true,
  fromStart: true,
  question: ({ did, your }) => `${did} ${your} reply start with a vowel?`,
  extract: (answer) => {
    const first = characters(answer)[0] ?? '';
    if (!/^\p{L}$/u.test(first)) return null;
    return String(/^[aeiou]/iu.test(first.normalize('NFD')));
  },
};
