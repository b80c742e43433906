import { objectForm } from '../../domain/answer-form.ts';
import type { Authored } from '../../domain/outcome.ts';
import { type Letter, letters } from '../../domain/question.ts';
import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readJsonObject } from '../common/json-object.ts';
import { readLetter } from '../common/plain-value.ts';
import { normalizedWord } from '../common/words.ts';
import { outOfTheBox } from './unanswerable-rules.ts';

const shortText = { type: 'string', maxLength: 200 } as const;
const longText = { type: 'string', maxLength: 1000 } as const;

/** Form of an authored question: a small model writes a text without a limit on and on. */
export const authoredForm = objectForm({
  question: longText,
  ...Object.fromEntries(letters.map((letter) => [`option_${letter}`, shortText])),
  correct_option: { type: 'string', enum: letters },
  explanation: longText,
});

/** Reads an authored question; letters in front of its options are removed. */
export function readAuthored(text: string): Reading<Authored> {
  return readJsonObject(text, (object) => {
    const question = textOf(fieldOf(object, 'question'));
    if (question === null) return { lacks: 'no text under "question"' };
    const options = optionsOf(object);
    if (options === null) return { lacks: 'not a text under each of "option_A" to "option_D"' };
    if (new Set(options.map(normalizedWord)).size < options.length) return { wrong: 'two options are the same' };
    const key = readKey(fieldOf(object, 'correct_option'), options);
    if (key === null) return { wrong: '"correct_option" is not one of the options' };
    const explanation = textOf(fieldOf(object, 'explanation'));
    return { value: { question, options, key, explanation, outOfTheBox: outOfTheBox(question, options) } };
  });
}

/** Reads the question that the authors of a recording extracted, as JSON of the requested form. */
export function readRecordedAuthored(extracted: string): Reading<Authored> {
  const reading = readAuthored(extracted);
  return reading.kind === 'parsed' ? { ...reading, step: 'recorded' } : reading;
}

/** Returns a text, or a number as text: options of an arithmetic question may be numbers. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

function optionsOf(object: Readonly<Record<string, unknown>>): readonly string[] | null {
  const options = letters.map((letter) => textOf(fieldOf(object, `option_${letter}`)));
  if (!options.every((option) => option !== null)) return null;
  const lettered = options.map((option, index) => option.match(ownLetter[index] ?? /$^/)?.[1]);
  return lettered.every((option): option is string => option !== undefined) ? lettered : options;
}

/** Matches an option's own letter ("A) Paris" under option_A), which would mislead in another order. */
const ownLetter = letters.map((letter) => new RegExp(`^\\(?${letter}[).:]\\s*(\\S[^]*)$`));

/** Reads the key from a letter, a name such as "option_B", or an option's text. */
function readKey(value: unknown, options: readonly string[]): Letter | null {
  if (typeof value !== 'string') return null;
  const named = /^\s*option[_ ]?([A-D])\s*$/i.exec(value)?.[1];
  const letter = readLetter(named ?? value, letters);
  if (letter !== null) return letter;
  return letters[options.findIndex((option) => normalizedWord(option) === normalizedWord(value))] ?? null;
}
