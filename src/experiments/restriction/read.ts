import { readJsonObject } from '../../read/json-object.ts';
import { readLetter } from '../../read/letter.ts';
import type { Reading } from '../../read/reading.ts';

export type Choice = 'A' | 'B';
const choices: readonly Choice[] = ['A', 'B'];

export function readChoice(text: string): Reading<Choice> {
  return readJsonObject(text, ({ choice }) => {
    const letter = readLetter(choice, choices);
    return letter === null ? { wrong: '"choice" is neither A nor B' } : { value: letter };
  });
}

/** A letter that the authors of a recording extracted. */
export function readRecordedChoice(extracted: string): Reading<Choice> {
  const letter = readLetter(extracted, choices);
  return letter === null
    ? { kind: 'unparsed', reason: `recorded choice "${extracted}" is neither A nor B` }
    : { kind: 'parsed', value: letter, step: 'recorded' };
}
