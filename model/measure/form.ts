import { type Letter, letters } from '../../src/domain/question.ts';
import { findJsonObject } from '../../src/experiments/common/json-object.ts';
import { readLetter } from '../../src/experiments/common/plain-value.ts';
import type { DocumentKind } from '../corpus/document.ts';

/** What a well-formed answer needs to be checked against. */
export interface Asked {
  readonly options?: readonly string[];
  /** Letters that the answer may choose from. */
  readonly choices?: readonly Letter[];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const checks: Record<Exclude<DocumentKind, 'copying'>, (json: Record<string, unknown>, asked: Asked) => boolean> = {
  'association/execute': ({ words }) => Array.isArray(words) && words.length === 5 && words.every(isText),
  'association/forecast': (json, { options = [] }) =>
    Object.keys(json).length === options.length && options.every((option) => typeof json[option] === 'boolean'),
  'restriction/execute': () => true,
  'restriction/forecast': ({ choice }) => readLetter(choice, ['A', 'B']) !== null,
  'restriction/judge': ({ choice }, { choices = [] }) => readLetter(choice, choices) !== null,
  'difficulty/execute': ({ answer }) => readLetter(answer, letters) !== null,
  'difficulty/forecast': ({ ranking }) => Array.isArray(ranking) && ranking.toSorted().join() === 'Q1,Q2,Q3,Q4',
  'verbatim/execute': () => true,
  'verbatim/forecast': ({ response }) => isText(response),
  'stump/author': (json) =>
    ['question', 'option_A', 'option_B', 'option_C', 'option_D', 'explanation'].every((key) => isText(json[key])) &&
    new Set(letters.map((letter) => json[`option_${letter}`])).size === 4 &&
    readLetter(json.correct_option, letters) !== null,
  'stump/answer': ({ answer }) => readLetter(answer, letters) !== null,
};

/** Free text needs only to be there and to end; the other slots need their JSON with all that was asked. */
export function isWellFormed(
  kind: Exclude<DocumentKind, 'copying'>,
  text: string,
  ended: boolean,
  asked: Asked,
): boolean {
  if (!ended || text.trim() === '') return false;
  if (kind === 'restriction/execute' || kind === 'verbatim/execute') return true;
  const found = findJsonObject(text);
  return found !== null && checks[kind](found.object, asked);
}
