import type { Property } from './property.ts';

/** Returns the words of an answer: whitespace-separated parts, punctuation included. */
function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

function wordAt(name: string, ordinal: string, index: number): Property {
  return {
    name,
    shape: 'word',
    values: 'open',
    shallow: index === 0,
    fromStart: index >= 0,
    question: ({ was, your }) => `what ${was} the ${ordinal} word of ${your} reply?`,
    extract: (answer) => words(answer).at(index) ?? null,
  };
}

export const firstWord = wordAt('first-word', 'first', 0);
export const secondWord = wordAt('second-word', 'second', 1);
export const thirdWord = wordAt('third-word', 'third', 2);
export const lastWord = wordAt('last-word', 'last', -1);

/** Returns the number of words; null for an empty answer, which has no length. */
function count(answer: string): number | null {
  return answer === '' ? null : words(answer).length;
}

export const wordCount: Property = {
  name: 'word-count',
  shape: 'number',
  values: 'open',
  shallow: false,
  fromStart: false,
  question: ({ did, your }) => `how many words ${did} ${your} reply have?`,
  extract: (answer) => count(answer)?.toString() ?? null,
};

const limit = 10;

export const moreThan10Words: Property = {
  name: 'more-than-10-words',
  shape: 'boolean',
  values: 'binary',
  shallow: false,
  fromStart: false,
  question: ({ did, your }) => `${did} ${your} reply have more than ${limit} words?`,
  extract: (answer) => {
    const counted = count(answer);
    return counted === null ? null : String(counted > limit);
  },
};
