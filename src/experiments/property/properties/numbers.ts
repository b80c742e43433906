import type { Property } from './property.ts';

/** Returns the answer if it is an integer in ASCII digits with an optional sign and nothing else; null otherwise. */
function integer(answer: string): string | null {
  return /^[+-]?[0-9]+$/.test(answer) ? answer : null;
}

export const isEven: Property = {
  name: 'is-even',
  shape: 'boolean',
  values: 'binary',
  shallow: false,
  fromStart: false,
  question: ({ did, your }) => `${did} ${your} reply give an even number?`,
  extract: (answer) => {
    const last = integer(answer)?.at(-1);
    return last === undefined ? null : String(Number(last) % 2 === 0);
  },
};

export const lastDigit: Property = {
  name: 'last-digit',
  shape: 'digit',
  values: 'open',
  shallow: false,
  fromStart: false,
  question: ({ was, your }) => `what ${was} the last digit of the number in ${your} reply?`,
  extract: (answer) => integer(answer)?.at(-1) ?? null,
};
