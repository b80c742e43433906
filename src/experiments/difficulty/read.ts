import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from '../common/json-object.ts';

export const questionNames = ['Q1', 'Q2', 'Q3', 'Q4'] as const;
type QuestionName = (typeof questionNames)[number];

function permutation(values: readonly unknown[]): readonly QuestionName[] | null {
  const names = values.map((value) => {
    const name = typeof value === 'string' ? value.trim().toUpperCase() : '';
    return questionNames.find((known) => known === name) ?? null;
  });
  const known = names.filter((name) => name !== null);
  return names.length === 4 && known.length === 4 && new Set(known).size === 4 ? known : null;
}

const notARanking = '"ranking" is not a list of Q1, Q2, Q3 and Q4, each once';

/** Reads the question names from easiest to hardest. */
export function readRanking(text: string): Reading<readonly QuestionName[]> {
  return readJsonObject(text, ({ ranking }) => {
    const value = Array.isArray(ranking) ? permutation(ranking) : null;
    return value === null ? { wrong: notARanking } : { value };
  });
}

/**
 * Reads a ranking that the authors of a recording extracted, such as `Q1,Q3,Q4,Q2`. Four other names (`C,B,A,D`) are an
 * order of no question: the authors scored them with no pair right.
 */
export function readRecordedRanking(extracted: string): Reading<readonly QuestionName[]> {
  return { kind: 'parsed', value: permutation(extracted.split(',')) ?? [], step: 'recorded' };
}
