import { normalizedWord } from '../../common/words.ts';
import { judgeByRule } from '../../restriction/rule-judge.ts';
import type { Property } from './property.ts';

/** Returns the position of a word in a text as a whole word; infinity when it does not occur. */
function position(text: string, word: string): number {
  const escaped = normalizedWord(word).replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').exec(normalizedWord(text));
  return found?.index ?? Number.POSITIVE_INFINITY;
}

/** The option of the item's two that occurs first in the answer, in the item's spelling; null when neither does. */
export const namesOneOf: Property = {
  name: 'names-one-of',
  shape: 'option',
  values: 'closed',
  shallow: false,
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
export const declines: Property = {
  name: 'declines',
  shape: 'boolean',
  values: 'binary',
  shallow: false,
  fromStart: false,
  question: ({ did, your }) => `${did} ${your} reply decline the request?`,
  extract: (answer) => (answer === '' ? null : String(judgeByRule(answer) !== 'compliance')),
};
