import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from './json-object.ts';
import { readLetter } from './letter.ts';

/** Reads the letter under a key of the JSON object in a text ("choice", "answer"). */
export function readChoice<L extends string>(text: string, key: string, letters: readonly L[]): Reading<L> {
  return readJsonObject(text, (object) => {
    const letter = readLetter(object[key], letters);
    return letter === null ? { wrong: `"${key}" is not one of ${letters.join(', ')}` } : { value: letter };
  });
}

/** Reads a letter that the authors of a recording extracted. */
export function readRecordedChoice<L extends string>(extracted: string, letters: readonly L[]): Reading<L> {
  const letter = readLetter(extracted, letters);
  return letter === null
    ? { kind: 'unparsed', reason: `recorded "${extracted}" is not one of ${letters.join(', ')}` }
    : { kind: 'parsed', value: letter, step: 'recorded' };
}
