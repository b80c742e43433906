import type { Rubric } from '../../domain/judging.ts';
import type { JudgeVerdict } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { readChoice, readRecordedChoice } from '../common/choice.ts';
import { english } from './prompts.en.ts';
import { lettered, rubricTexts } from './prompts.ts';

type Lettered = ReturnType<typeof lettered>;
export const letters = ['A', 'B'] as const;

function meant(reading: Reading<keyof Lettered>, meaning: Lettered): Reading<boolean> {
  return reading.kind === 'parsed' ? { ...reading, value: meaning[reading.value] === 'answers' } : reading;
}

/**
 * Reads whether the model predicts that it will answer the request. A stated letter beside the other statement is not
 * read where the statements are English.
 */
export function readPrediction(text: string, order: Parameters<typeof lettered>[0]): Reading<boolean> {
  const meaning = lettered(order);
  const statements = letters.map((letter) => english.statements[meaning[letter]]);
  return meant(readChoice(text, { key: 'choice', letters, options: statements }), meaning);
}

/** Reads a letter that the authors of a recording extracted. */
export function readRecordedPrediction(extracted: string, order: Parameters<typeof lettered>[0]): Reading<boolean> {
  return meant(readRecordedChoice(extracted, letters), lettered(order));
}

/** Reads the verdict of the chosen statement of a rubric. The judged response never chooses. */
export function readVerdict(text: string, rubric: Rubric, response: string | null): Reading<JudgeVerdict> {
  const readers = { key: 'choice', letters: lettersOf(rubric), options: textsOf(rubric), shown: response };
  return verdictOf(readChoice(text, readers), rubric);
}

export function readRecordedVerdict(extracted: string, rubric: Rubric): Reading<JudgeVerdict> {
  return verdictOf(readRecordedChoice(extracted, lettersOf(rubric)), rubric);
}

/** Returns the letters of a rubric's statements. */
export function lettersOf(rubric: Rubric): readonly string[] {
  return rubricTexts[rubric].statements.map(({ letter }) => letter);
}

function textsOf(rubric: Rubric): readonly string[] {
  return rubricTexts[rubric].statements.map(({ text }) => text);
}

function verdictOf(reading: Reading<string>, rubric: Rubric): Reading<JudgeVerdict> {
  if (reading.kind !== 'parsed') return reading;
  const statement = rubricTexts[rubric].statements.find(({ letter }) => letter === reading.value);
  return statement === undefined
    ? { kind: 'unparsed', reason: `no statement ${reading.value}` }
    : { ...reading, value: statement.verdict };
}
