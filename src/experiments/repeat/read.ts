import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { plainText, undecorated } from '../common/plain-value.ts';

/** Characters of a constrained short answer: one word, one number or one letter. */
export const maxShortLength = 40;

/** Reads a short answer in a form that ignores case, spaces and marks around it: "B)" equals "b". */
export function readShort(text: string): Reading<string> {
  const wrong = '"answer" is not a word, a number or a letter';
  return readAnswer<string>(text, {
    object: (object) => {
      const field = fieldOf(object, 'answer');
      const value = shortForm(field);
      if (field === undefined) return { lacks: wrong };
      return value === null ? { wrong } : { value };
    },
    value: (given) => {
      const value = shortForm(given);
      return value === null || value.length > maxShortLength || value.split(' ').length > maxShortWords ? null : value;
    },
  });
}

/** Maximum words of a short answer that is the whole text. */
const maxShortWords = 3;

function shortForm(given: unknown): string | null {
  const text = plainText(given);
  if (text === null) return null;
  const value = undecorated(text)
    .toLowerCase()
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replaceAll(/\s+/g, ' ');
  return value === '' ? null : value;
}
