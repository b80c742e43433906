import type { Authored } from '../../domain/outcome.ts';
import { type Letter, letters } from '../../domain/question.ts';
import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from '../../read/json-object.ts';
import { readLetter } from '../../read/letter.ts';
import { normalizedWord } from '../../read/words.ts';
import { outOfTheBox } from './unanswerable-rules.ts';

/** A question as it was written, options without letters of their own. */
export function readAuthored(text: string): Reading<Authored> {
  return readJsonObject(text, (object) => {
    const question = textOf(object.question);
    if (question === null) return { wrong: 'no text under "question"' };
    const options = optionsOf(object);
    if (options === null) return { wrong: 'not a text under each of "option_A" to "option_D"' };
    if (new Set(options.map(normalizedWord)).size < options.length) return { wrong: 'two options are the same' };
    const key = readKey(object.correct_option, options);
    if (key === null) return { wrong: '"correct_option" names none of the options' };
    const explanation = textOf(object.explanation);
    return { value: { question, options, key, explanation, outOfTheBox: outOfTheBox(question, options) } };
  });
}

/** The question that the authors of a recording extracted, as JSON of the asked form. */
export function readRecordedAuthored(extracted: string): Reading<Authored> {
  const reading = readAuthored(extracted);
  return reading.kind === 'parsed' ? { ...reading, step: 'recorded' } : reading;
}

/** Texts, and numbers as texts: the options of an arithmetic question. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

function optionsOf(object: Readonly<Record<string, unknown>>): readonly string[] | null {
  const options = letters.map((letter) => textOf(object[`option_${letter}`]));
  if (!options.every((option) => option !== null)) return null;
  const lettered = options.map((option, index) => option.match(ownLetter[index] ?? /$^/)?.[1]);
  return lettered.every((option): option is string => option !== undefined) ? lettered : options;
}

/** "A) Paris" under option_A: shown in another order, the letter would mislead. */
const ownLetter = letters.map((letter) => new RegExp(`^\\(?${letter}[).:]\\s*(\\S[^]*)$`));

/** A letter, the name of a key such as "option_B", or an option's own text. */
function readKey(value: unknown, options: readonly string[]): Letter | null {
  if (typeof value !== 'string') return null;
  const named = /^\s*option[_ ]?([A-D])\s*$/i.exec(value)?.[1];
  const letter = readLetter(named ?? value, letters);
  if (letter !== null) return letter;
  return letters[options.findIndex((option) => normalizedWord(option) === normalizedWord(value))] ?? null;
}
