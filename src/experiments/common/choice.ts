import type { Reading } from '../../domain/reading.ts';
import { findJsonObject, readJsonObject } from './json-object.ts';
import { readLetter } from './letter.ts';
import { optionNamed, statedChoice } from './stated-choice.ts';

/**
 * Reads the letter under a key of the JSON object in a text ("choice", "answer"). Without a JSON object, the letter that
 * the text states is read (step `salvaged`), and so is a JSON value that is the text of one option. `options` are the
 * texts of the options in the order of `letters`; absent where options have no texts.
 */
export function readChoice<L extends string>(
  text: string,
  key: string,
  letters: readonly L[],
  options?: readonly string[],
): Reading<L> {
  const reading = readJsonObject<L>(text, (object) => {
    const letter = readLetter(object[key], letters);
    return letter === null ? { wrong: `"${key}" is not one of ${letters.join(', ')}` } : { value: letter };
  });
  if (reading.kind === 'parsed') return reading;
  const found = findJsonObject(text);
  const salvaged =
    found === null
      ? statedChoice(text, letters, options)
      : options === undefined
        ? null
        : optionNamed(found.object[key], letters, options);
  return salvaged === null ? reading : { kind: 'parsed', value: salvaged, step: 'salvaged' };
}

/** Reads a letter that the authors of a recording extracted. */
export function readRecordedChoice<L extends string>(extracted: string, letters: readonly L[]): Reading<L> {
  const letter = readLetter(extracted, letters);
  return letter === null
    ? { kind: 'unparsed', reason: `recorded "${extracted}" is not one of ${letters.join(', ')}` }
    : { kind: 'parsed', value: letter, step: 'recorded' };
}
