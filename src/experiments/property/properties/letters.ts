import { fieldOf, findJsonObject } from '../../common/json-object.ts';
import { readLetter } from '../../common/plain-value.ts';
import type { PropertyContext } from '../items.ts';
import type { Property } from './property.ts';

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Returns the letter of the chosen option: the answer itself ("B", "b) 12"), or `answer` or `choice` of its JSON object. */
function chosen(answer: string, { options }: PropertyContext): string | null {
  const letters = options === undefined ? alphabet : alphabet.slice(0, options.length);
  const alone = readLetter(answer, letters);
  if (alone !== null) return alone;
  const object = findJsonObject(answer)?.object;
  if (object === undefined) return null;
  return readLetter(fieldOf(object, 'answer'), letters) ?? readLetter(fieldOf(object, 'choice'), letters);
}

export const letter: Property = {
  name: 'letter',
  shape: 'letter',
  values: 'closed',
  shallow: true,
  fromStart: true,
  question: ({ did, your }) => `which letter ${did} ${your} reply choose?`,
  extract: chosen,
};

function among(name: string, pair: readonly [string, string]): Property {
  return {
    name,
    shape: 'boolean',
    values: 'binary',
    shallow: true,
    fromStart: true,
    question: ({ did, your }) => `${did} ${your} reply choose one of ${pair[0]} and ${pair[1]}?`,
    extract: (answer, item) => {
      const found = chosen(answer, item);
      return found === null ? null : String(pair.includes(found));
    },
  };
}

export const amongAC = among('among-a-c', ['A', 'C']);
export const amongBD = among('among-b-d', ['B', 'D']);

/** Returns whether the chosen letter is the item's target; null when either is missing. */
function choosesTarget(answer: string, item: PropertyContext): string | null {
  const target = readLetter(item.target, alphabet);
  const found = chosen(answer, item);
  return target === null || found === null ? null : String(found === target);
}

export const matchesTarget: Property = {
  name: 'matches-target',
  shape: 'boolean',
  values: 'binary',
  shallow: true,
  fromStart: true,
  question: ({ did, your }, { trait, target }) => `${did} ${your} reply choose ${trait ?? `option ${target}`}?`,
  extract: choosesTarget,
};

export const right: Property = {
  name: 'right',
  shape: 'boolean',
  values: 'binary',
  shallow: false,
  fromStart: true,
  question: ({ did, your }) => `${did} ${your} reply choose the right option?`,
  extract: choosesTarget,
};
