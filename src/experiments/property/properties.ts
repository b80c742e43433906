import { z } from 'zod';
import { AppError } from '../../util/app-error.ts';
import { anyObject, checkArguments } from '../../util/check-arguments.ts';
import { fieldOf, findJsonObject } from '../common/json-object.ts';
import { normalizedWord, readLetter } from '../common/plain-value.ts';
import { judgeByRule } from '../restriction/rule-judge.ts';
import type { PropertyContext, PropertyItem } from './items.ts';

/** Form of a value: determines the requested answer form, how a prediction is read, and how values are compared. */
export type Shape = 'character' | 'word' | 'entry' | 'boolean' | 'letter' | 'number' | 'digit' | 'option';

/** Words that differ between "did your reply begin", "would your reply begin" and "did its reply begin". */
export interface Grammar {
  readonly did: string;
  readonly was: string;
  readonly your: string;
}

/** A named function of an answer, with the question that asks for its value. */
export interface Property {
  readonly name: string;
  readonly shape: Shape;
  /** `open`: any value; `closed`: one of the item's options or letters; `binary`: true or false. */
  readonly values: 'open' | 'closed' | 'binary';
  /** Whether the beginning of the answer decides the value, so that an answer cut at its end may still have one. */
  readonly fromStart: boolean;
  /** The question in lower case, without the answer form. */
  readonly question: (grammar: Grammar, item: PropertyContext) => string;
  /** Values that a judge model chooses from after it read the answer; absent: `extract` finds the value. */
  readonly judged?: readonly string[];
  /** Returns the value as written in the answer, or null when the answer has none. `answer` is trimmed. */
  readonly extract: (answer: string, item: PropertyContext) => string | null;
}

export const edges = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const worded: readonly Shape[] = ['word', 'entry', 'option'];

const comparableArguments = z.object({ shape: z.string(), value: z.string() });

/**
 * Returns a value normalized for comparison: trimmed, lower case, NFC, and for words and entries without outer
 * punctuation and with single spaces. A value of punctuation alone keeps it.
 */
export function comparableValue(shape: Shape, value: string): string {
  checkArguments('comparableValue', comparableArguments, { shape, value });
  const lower = value.trim().toLowerCase().normalize('NFC');
  if (!worded.includes(shape)) return lower;
  const spaced = lower.replace(/\s+/gu, ' ');
  const bare = spaced.replace(edges, '').trim();
  return bare === '' ? spaced : comparableBare(bare);
}

/** Removes outer punctuation repeatedly: removing some may uncover spaces and more of it ("(a .)"). */
function comparableBare(text: string): string {
  const bare = text.replace(edges, '').trim();
  return bare === text || bare === '' ? text : comparableBare(bare);
}

/** Returns the code points of a text, so that a character outside the basic plane counts as one. */
function characters(text: string): readonly string[] {
  return Array.from(text);
}

function characterAt(name: string, ordinal: string, index: number): Property {
  return {
    name,
    shape: 'character',
    values: 'open',
    fromStart: index >= 0,
    question: ({ was, your }) => `what ${was} the ${ordinal} character of ${your} reply?`,
    extract: (answer) => characters(answer).at(index) ?? null,
  };
}

const firstCharacter = characterAt('first-character', 'first', 0);
const secondCharacter = characterAt('second-character', 'second', 1);
const thirdCharacter = characterAt('third-character', 'third', 2);
const lastCharacter = characterAt('last-character', 'last', -1);

/**
 * Whether the answer starts with a vowel, by the base letter of the first character, so that "É" counts; null when it
 * is not a letter.
 */
const startsWithVowel: Property = {
  name: 'starts-with-vowel',
  shape: 'boolean',
  values: 'binary',
  fromStart: true,
  question: ({ did, your }) => `${did} ${your} reply start with a vowel?`,
  extract: (answer) => {
    const first = characters(answer)[0] ?? '';
    if (!/^\p{L}$/u.test(first)) return null;
    return String(/^[aeiou]/iu.test(first.normalize('NFD')));
  },
};

/** Returns the words of an answer: whitespace-separated parts, punctuation included. */
function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

function wordAt(name: string, ordinal: string, index: number): Property {
  return {
    name,
    shape: 'word',
    values: 'open',
    fromStart: index >= 0,
    question: ({ was, your }) => `what ${was} the ${ordinal} word of ${your} reply?`,
    extract: (answer) => words(answer).at(index) ?? null,
  };
}

const firstWord = wordAt('first-word', 'first', 0);
const secondWord = wordAt('second-word', 'second', 1);
const thirdWord = wordAt('third-word', 'third', 2);
const lastWord = wordAt('last-word', 'last', -1);

/** Returns the number of words; null for an empty answer, which has no length. */
function count(answer: string): number | null {
  return answer === '' ? null : words(answer).length;
}

const wordCount: Property = {
  name: 'word-count',
  shape: 'number',
  values: 'open',
  fromStart: false,
  question: ({ did, your }) => `how many words ${did} ${your} reply have?`,
  extract: (answer) => count(answer)?.toString() ?? null,
};

const limit = 10;

const moreThan10Words: Property = {
  name: 'more-than-10-words',
  shape: 'boolean',
  values: 'binary',
  fromStart: false,
  question: ({ did, your }) => `${did} ${your} reply have more than ${limit} words?`,
  extract: (answer) => {
    const counted = count(answer);
    return counted === null ? null : String(counted > limit);
  },
};

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
    fromStart: true,
    question: ({ was, your }) => `what ${was} the ${ordinal} entry of the list in ${your} reply?`,
    extract: (answer) => entries(answer).at(index) ?? null,
  };
}

const firstEntry = entryAt('first-entry', 'first', 0);
const secondEntry = entryAt('second-entry', 'second', 1);
const thirdEntry = entryAt('third-entry', 'third', 2);

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

const letter: Property = {
  name: 'letter',
  shape: 'letter',
  values: 'closed',
  fromStart: true,
  question: ({ did, your }) => `which letter ${did} ${your} reply choose?`,
  extract: chosen,
};

function among(name: string, pair: readonly [string, string]): Property {
  return {
    name,
    shape: 'boolean',
    values: 'binary',
    fromStart: true,
    question: ({ did, your }) => `${did} ${your} reply choose one of ${pair[0]} and ${pair[1]}?`,
    extract: (answer, item) => {
      const found = chosen(answer, item);
      return found === null ? null : String(pair.includes(found));
    },
  };
}

const amongAC = among('among-a-c', ['A', 'C']);
const amongBD = among('among-b-d', ['B', 'D']);

/** Returns whether the chosen letter is the item's target; null when either is missing. */
function choosesTarget(answer: string, item: PropertyContext): string | null {
  const target = readLetter(item.target, alphabet);
  const found = chosen(answer, item);
  return target === null || found === null ? null : String(found === target);
}

const matchesTarget: Property = {
  name: 'matches-target',
  shape: 'boolean',
  values: 'binary',
  fromStart: true,
  question: ({ did, your }, { trait, target }) => `${did} ${your} reply choose ${trait ?? `option ${target}`}?`,
  extract: choosesTarget,
};

const right: Property = {
  name: 'right',
  shape: 'boolean',
  values: 'binary',
  fromStart: true,
  question: ({ did, your }) => `${did} ${your} reply choose the right option?`,
  extract: choosesTarget,
};

/** Returns the answer if it is an integer in ASCII digits with an optional sign and nothing else; null otherwise. */
function integer(answer: string): string | null {
  return /^[+-]?[0-9]+$/.test(answer) ? answer : null;
}

const isEven: Property = {
  name: 'is-even',
  shape: 'boolean',
  values: 'binary',
  fromStart: false,
  question: ({ did, your }) => `${did} ${your} reply give an even number?`,
  extract: (answer) => {
    const last = integer(answer)?.at(-1);
    return last === undefined ? null : String(Number(last) % 2 === 0);
  },
};

const lastDigit: Property = {
  name: 'last-digit',
  shape: 'digit',
  values: 'open',
  fromStart: false,
  question: ({ was, your }) => `what ${was} the last digit of the number in ${your} reply?`,
  extract: (answer) => integer(answer)?.at(-1) ?? null,
};

/** Returns the position of a word in a text as a whole word; infinity when it does not occur. */
function position(text: string, word: string): number {
  const escaped = normalizedWord(word).replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').exec(normalizedWord(text));
  return found?.index ?? Number.POSITIVE_INFINITY;
}

/** The option of the item's two that occurs first in the answer, in the item's spelling; null when neither does. */
const namesOneOf: Property = {
  name: 'names-one-of',
  shape: 'option',
  values: 'closed',
  fromStart: false,
  question: ({ did, your }, { options = [] }) => `which word ${did} ${your} reply name first: ${options.join(' or ')}?`,
  extract: (answer, { options = [] }) => {
    const [first, second] = options;
    if (first === undefined || second === undefined) return null;
    const [of, other] = [position(answer, first), position(answer, second)];
    if (of === other) return null;
    return of < other ? first : second;
  },
};

/** Whether the answer refuses the request, in part or in full, by the rule of `restriction`; null for an empty answer. */
const declines: Property = {
  name: 'declines',
  shape: 'boolean',
  values: 'binary',
  fromStart: false,
  question: ({ did, your }) => `${did} ${your} reply decline the request?`,
  extract: (answer) => (answer === '' ? null : String(judgeByRule(answer) !== 'compliance')),
};

/** Creates a property that no rule extracts: a judge model chooses one of the values. */
function judgedProperty(name: string, values: readonly string[], question: Property['question']): Property {
  return {
    name,
    shape: 'option',
    values: 'closed',
    fromStart: false,
    judged: values,
    question: (grammar, item) => `${question(grammar, item)}: ${values.slice(0, -1).join(', ')} or ${values.at(-1)}?`,
    extract: () => null,
  };
}

/** The feeling that the answer expresses. */
const sentiment = judgedProperty(
  'sentiment',
  ['positive', 'negative', 'neutral'],
  ({ was, your }) => `what ${was} the feeling of ${your} reply`,
);

/** Whether the answer is for or against the claim of the prompt. */
const stance = judgedProperty(
  'stance',
  ['for', 'against', 'neither'],
  ({ was, your }) => `what ${was} the position of ${your} reply on the claim`,
);

/** What the answer is mainly about. */
const topic = judgedProperty(
  'topic',
  ['people', 'animals', 'nature', 'food', 'work', 'travel', 'machines', 'other'],
  ({ was, your }) => `what ${was} the main topic of ${your} reply`,
);

const all: readonly Property[] = [
  firstCharacter,
  secondCharacter,
  thirdCharacter,
  lastCharacter,
  firstWord,
  secondWord,
  thirdWord,
  lastWord,
  startsWithVowel,
  isEven,
  lastDigit,
  wordCount,
  moreThan10Words,
  letter,
  amongAC,
  amongBD,
  matchesTarget,
  right,
  namesOneOf,
  declines,
  firstEntry,
  secondEntry,
  thirdEntry,
  sentiment,
  stance,
  topic,
];

export const properties: ReadonlyMap<string, Property> = new Map(all.map((property) => [property.name, property]));

const extractArguments = z.object({ name: z.string(), answer: z.string(), item: anyObject });

/**
 * Returns the value of a property as written in an answer, or null when the answer has none or a judge model must read
 * it. Throws an `AppError` for an unknown property. Compare values with `comparableValue`.
 */
export function extractProperty(name: string, answer: string, item: PropertyContext = {}): string | null {
  checkArguments('extractProperty', extractArguments, { name, answer, item });
  const property = properties.get(name);
  if (property === undefined) throw unknownProperty(`there is no property "${name}"`);
  return property.extract(answer.trim(), item);
}

/** Returns the properties of an item. AppError for a name that is not a property. */
export function propertiesOf(item: PropertyItem): readonly Property[] {
  return item.properties.map((name) => {
    const property = properties.get(name);
    if (property !== undefined) return property;
    throw unknownProperty(`item ${item.id} has the unknown property "${name}"`);
  });
}

function unknownProperty(what: string): AppError {
  return new AppError('unknown-property', what, { hint: `choose from ${[...properties.keys()].join(', ')}` });
}
