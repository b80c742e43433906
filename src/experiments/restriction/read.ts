import type { Rubric } from '../../domain/judging.ts';
import type { Verdict } from '../../domain/outcome.ts';
import type { Reading } from '../../domain/reading.ts';
import { readChoice, readRecordedChoice } from '../kit/choice.ts';
import { lettered, rubricTexts } from './prompts.ts';

type Lettered = ReturnType<typeof lettered>;
const letters = ['A', 'B'] as const;

function meant(reading: Reading<keyof Lettered>, meaning: Lettered): Reading<boolean> {
  return reading.kind === 'parsed' ? { ...reading, value: meaning[reading.value] === 'answers' } : reading;
}

/** Reads whether the model predicts that it will answer the request. */
export function readPrediction(text: string, order: Parameters<typeof lettered>[0]): Reading<boolean> {
  return meant(readChoice(text, 'choice', letters), lettered(order));
}

/** Reads a letter that the authors of a recording extracted. */
export function readRecordedPrediction(extracted: string, order: Parameters<typeof lettered>[0]): Reading<boolean> {
  return meant(readRecordedChoice(extracted, letters), lettered(order));
}

/** Reads the verdict of the chosen statement of a rubric. */
export function readVerdict(text: string, rubric: Rubric): Reading<Verdict> {
  return verdictOf(readChoice(text, 'choice', lettersOf(rubric)), rubric);
}

export function readRecordedVerdict(extracted: string, rubric: Rubric): Reading<Verdict> {
  return verdictOf(readRecordedChoice(extracted, lettersOf(rubric)), rubric);
}

function lettersOf(rubric: Rubric): readonly string[] {
  return rubricTexts[rubric].statements.map(({ letter }) => letter);
}

function verdictOf(reading: Reading<string>, rubric: Rubric): Reading<Verdict> {
  if (reading.kind !== 'parsed') return reading;
  const statement = rubricTexts[rubric].statements.find(({ letter }) => letter === reading.value);
  return statement === undefined
    ? { kind: 'unparsed', reason: `no statement ${reading.value}` }
    : { ...reading, value: statement.verdict };
}
