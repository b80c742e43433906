import { findJsonObject } from '../../common/json-object.ts';
import type { Property } from './property.ts';

/**
 * Returns the entries of the list in an answer: the first list of texts in its JSON object, or the parts between commas
 * and line ends.
 */
function entries(answer: string): readonly string[] {
  const object = findJsonObject(answer)?.object ?? {};
  for (const value of Object.values(object)) {
    if (Array.isArray(value) && value.every((entry): entry is string => typeof entry === 'string')) return value;
  }
  if (/^[{[`]/u.test(answer)) return []; // truncated JSON, or JSON without a list, is not a plain-text list
  return answer
    .split(/[\n,;]/u)
    .map((entry) => entry.replace(/^\s*(?:[-*•]|[0-9]+[.)])\s+/u, '').trim())
    .filter((entry) => entry !== '');
}

function entryAt(name: string, ordinal: string, index: number): Property {
  return {
    name,
    shape: 'entry',
    values: 'open',
    shallow: index === 0,
    fromStart: true,
    question: ({ was, your }) => `what ${was} the ${ordinal} entry of the list in ${your} reply?`,
    extract: (answer) => entries(answer).at(index) ?? null,
  };
}

export const firstEntry = entryAt('first-entry', 'first', 0);
export const secondEntry = entryAt('second-entry', 'second', 1);
export const thirdEntry = entryAt('third-entry', 'third', 2);
