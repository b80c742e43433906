import type { PropertyContext } from '../items.ts';
import { firstCharacter, lastCharacter, secondCharacter, startsWithVowel, thirdCharacter } from './characters.ts';
import { declines, namesOneOf } from './choices.ts';
import { firstEntry, secondEntry, thirdEntry } from './entries.ts';
import { sentiment, stance, topic } from './judged.ts';
import { amongAC, amongBD, letter, matchesTarget, right } from './letters.ts';
import { isEven, lastDigit } from './numbers.ts';
import type { Property } from './property.ts';
import { firstWord, lastWord, moreThan10Words, secondWord, thirdWord, wordCount } from './words.ts';

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

/**
 * Returns the value of a property as written in an answer, or null when the answer has none or a judge model must read
 * it. Throws a RangeError for an unknown property. Compare values with `comparableValue`.
 */
export function extractProperty(name: string, answer: string, item: PropertyContext = {}): string | null {
  const property = properties.get(name);
  if (property === undefined) {
    throw new RangeError(`unknown property "${name}"; known properties: ${[...properties.keys()].join(', ')}`);
  }
  return property.extract(answer.trim(), item);
}
