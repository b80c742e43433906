import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from '../common/json-object.ts';
import { normalizedWord } from '../common/words.ts';

/** Number of words that the prompt requests. */
export const listLength = 5;

/** Reads the five listed words verbatim. */
export function readList(text: string): Reading<readonly string[]> {
  return readJsonObject(text, ({ words }) => {
    if (!Array.isArray(words)) return { wrong: 'no list under "words"' };
    if (!words.every((word): word is string => typeof word === 'string'))
      return { wrong: 'a listed word is not a text' };
    return words.length === listLength
      ? { value: words }
      : { wrong: `${words.length} words listed, not ${listLength}` };
  });
}

/**
 * Reads the prediction by normalized option word. An option that the answer does not mention has no entry: absent, not
 * false.
 */
export function readPrediction(text: string, options: readonly string[]): Reading<ReadonlyMap<string, boolean>> {
  return readJsonObject(text, (object) => {
    const said = new Map(Object.entries(object).map(([word, value]) => [normalizedWord(word), value]));
    const value = new Map<string, boolean>();
    for (const option of options.map(normalizedWord)) {
      const prediction = said.get(option);
      if (typeof prediction === 'boolean') value.set(option, prediction);
    }
    return value.size > 0 ? { value } : { wrong: 'no option word with true or false' };
  });
}
