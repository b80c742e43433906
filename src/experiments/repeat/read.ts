import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from '../common/json-object.ts';

/** Characters of a constrained short answer: one word, one number or one letter. */
export const maxShortLength = 40;

/** Reads a short answer in a form that ignores case, spaces and marks around it: "B)" equals "b". */
export function readShort(text: string): Reading<string> {
  return readJsonObject(text, ({ answer }) => {
    const written = typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';
    const value = written
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
      .replaceAll(/\s+/g, ' ');
    return value === '' ? { wrong: '"answer" is not a word, a number or a letter' } : { value };
  });
}
