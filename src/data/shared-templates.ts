import { wordTokens } from './near-equal-texts.ts';

/** A text with the group that intervals are clustered by. */
export interface GroupedText {
  readonly text: string;
  readonly group: string;
}

/** Share of texts made of a template above which what is found about them is limited. */
export const manyTemplates = 0.5;

/** Returns what is said where more than `manyTemplates` of the texts share their wording; null elsewhere. */
export function sharedWordingText(share: number, items: string): string | null {
  if (share <= manyTemplates) return null;
  return `${Math.round(100 * share)} % of ${items} share most of their wording with others: they are not independent`;
}

const words = 3;
/** Minimum share of a text's word trigrams that other groups repeat, for the text to come from a template. */
const mostRepeated = 0.5;
/** Minimum number of groups with a trigram for it to count as repeated. */
const minGroups = 3;

/**
 * Returns the share of texts, in [0, 1], that seem to be made of a template: at least half of their word trigrams occur
 * in at least two other groups. Numbers count as equal. Such items are not independent of each other. 0 without texts of
 * at least three words.
 */
export function templateShare(texts: readonly GroupedText[]): number {
  const rows = texts.map(({ text, group }) => ({ trigrams: trigramsOf(text), group }));
  const groups = new Map<string, Set<string>>();
  for (const { trigrams, group } of rows) {
    for (const trigram of trigrams) {
      const found = groups.get(trigram) ?? new Set<string>();
      groups.set(trigram, found);
      if (found.size < minGroups) found.add(group);
    }
  }
  const long = rows.filter(({ trigrams }) => trigrams.size > 0);
  const made = long.filter(({ trigrams }) => {
    const repeated = [...trigrams].filter((trigram) => (groups.get(trigram)?.size ?? 0) >= minGroups).length;
    return repeated >= mostRepeated * trigrams.size;
  });
  return long.length === 0 ? 0 : made.length / long.length;
}

function trigramsOf(text: string): ReadonlySet<string> {
  const tokens = wordTokens(text);
  const found = new Set<string>();
  for (let index = 0; index + words <= tokens.length; index += 1) {
    found.add(tokens.slice(index, index + words).join(' '));
  }
  return found;
}
