import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { isQuotation } from '../common/own-voice.ts';
import { plainText, undecorated } from '../common/plain-value.ts';

export const questionNames = ['Q1', 'Q2', 'Q3', 'Q4'] as const;
type QuestionName = (typeof questionNames)[number];

function permutation(values: readonly unknown[]): readonly QuestionName[] | null {
  const names = values.map((value) => {
    const name = undecorated(plainText(value) ?? '').toUpperCase();
    const number = /^(?:Q|QUESTION)?\s*([1-4])$/.exec(name)?.[1];
    return questionNames.find((known) => known === `Q${number}`) ?? null;
  });
  const known = names.filter((name) => name !== null);
  return names.length === 4 && known.length === 4 && new Set(known).size === 4 ? known : null;
}

const notARanking = '"ranking" is not a list of Q1, Q2, Q3 and Q4, each once';

/** Reads the question names from easiest to hardest. */
export function readRanking(text: string): Reading<readonly QuestionName[]> {
  return readAnswer<readonly QuestionName[]>(text, {
    object: (object) => {
      const field = fieldOf(object, 'ranking');
      const value = orderOf(field);
      if (field === undefined) return { lacks: notARanking };
      return value === null ? { wrong: notARanking } : { value };
    },
    value: orderOf,
    text: (rest) => lastOrder(rest),
  });
}

/** Reads an order from a list of names, or from a text that is the four names with marks between them. */
function orderOf(given: unknown): readonly QuestionName[] | null {
  if (Array.isArray(given)) return permutation(given);
  if (typeof given !== 'string' || /[A-PR-Za-pr-z]{2}/.test(given.replaceAll(/question|then/gi, ''))) return null;
  return permutation(given.match(/Q(?:uestion)? ?[1-4]\b/gi) ?? []);
}

/** Four names in a row, each in quotation marks or none, with marks or list numbers between them. */
const namesInRow =
  /(?:["'`](?=Q[1-4]["'`]))?\bQ[1-4]\b(?:(?:\s|[^\p{L}\p{N}]|\b\d[.)]|\bthen\b)+Q[1-4]\b){3}(?!\s*[,>→]\s*Q[1-4])(?:(?<=["'`]Q[1-4])["'`])?/giu;

/** Finds the last order in a text; null without one. */
function lastOrder(text: string): { readonly value: readonly QuestionName[] } | null {
  const orders = [...text.matchAll(namesInRow)].flatMap((found) => {
    const isQuoted = isQuotation(text, { start: found.index, end: found.index + found[0].length }, null);
    const value = isQuoted ? null : permutation(found[0].match(/Q[1-4]/gi) ?? []);
    return value === null ? [] : [value];
  });
  const value = orders.at(-1);
  return value === undefined ? null : { value };
}

/**
 * Reads a ranking that the authors of a recording extracted, such as `Q1,Q3,Q4,Q2`. Four other names (`C,B,A,D`) are an
 * order of no question, as are numbers (`3,1,2,4`): the authors scored them with no pair right.
 */
export function readRecordedRanking(extracted: string): Reading<readonly QuestionName[]> {
  const names = extracted.split(',').map((name) => name.trim().toUpperCase());
  const isNamed = names.every((name) => questionNames.some((known) => known === name));
  return { kind: 'parsed', value: (isNamed ? permutation(names) : null) ?? [], step: 'recorded' };
}
