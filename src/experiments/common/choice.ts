import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readAnswer } from './json-object.ts';
import { readLetter } from './plain-value.ts';
import { optionNamed, statedChoice } from './stated-choice.ts';

/** How a choice between lettered options is read. */
interface ChoiceReaders<L extends string> {
  /** The key of the JSON object that was asked for ("choice", "answer"). */
  readonly key: string;
  readonly letters: readonly L[];
  /** The texts of the options in the order of `letters`; absent where options have no texts. */
  readonly options?: readonly string[] | undefined;
  /** A text that the model was shown, such as the response that it judges; it never chooses. */
  readonly shown?: string | null | undefined;
}

/**
 * Reads the letter that an answer chooses: under the key of its last JSON object that has it, or stated in text after it or
 * without it (step `salvaged`), as a JSON value that is the text of one option is.
 */
export function readChoice<L extends string>(
  text: string,
  { key, letters, options, shown = null }: ChoiceReaders<L>,
): Reading<L> {
  const wrong = `"${key}" is not one of ${letters.join(', ')}`;
  return readAnswer<L>(text, {
    shown,
    object: (object) => {
      const field = fieldOf(object, key);
      if (field === undefined) return { lacks: wrong };
      const letter = readLetter(field, letters);
      if (letter !== null) return { value: letter };
      const named = options === undefined ? null : optionNamed(field, letters, options);
      return named === null ? { wrong } : { value: named, isSalvaged: true };
    },
    value: (value) =>
      typeof value === 'string'
        ? null
        : (readLetter(value, letters) ?? (options === undefined ? null : optionNamed(value, letters, options))),
    text: (rest, isWhole) => statedChoice(rest, letters, options, { isWhole, shown }),
  });
}

/**
 * Reads a letter that the authors of a recording extracted, character by character as their program compared it: their `"B"`
 * with quotation marks is not their `B`.
 */
export function readRecordedChoice<L extends string>(extracted: string, letters: readonly L[]): Reading<L> {
  const letter = letters.find((one) => one === extracted);
  return letter === undefined
    ? { kind: 'unparsed', reason: `recorded "${extracted}" is not one of ${letters.join(', ')}` }
    : { kind: 'parsed', value: letter, step: 'recorded' };
}
