import { wordSegments } from '../util/word-segments.ts';

/**
 * Returns the words of a text in lower case, in order; every number is `#`. The words of scripts without spaces (such as
 * Chinese, Japanese and Thai) are those of the dictionary of `Intl.Segmenter`.
 */
export function wordTokens(text: string): readonly string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{M}'’]+|\d+/gu) ?? [];
  return all.flatMap((word) => (/^\d/.test(word) ? ['#'] : (wordSegments(word) ?? [word])));
}

/** Minimum share of the words of two texts, in [0, 1], that both have, for them to be near-equal. */
const minShared = 0.7;
/** Share of the texts above which a word that they have is their form, not their content. */
const maxTexts = 0.5;
/** Minimum number of words of content; shorter texts are near-equal to none. */
const minWords = 4;

/**
 * Returns for each text the index of the first text of its group: of the first earlier text that it is near-equal to, or
 * its own. Near-equal texts have at least 70 % of their different words in common (Jaccard). Numbers count as equal. Words that
 * more than half of the texts have do not count: a form that all share does not say which of them are alike. A text is
 * compared with the first texts of groups alone, so a chain of small differences does not join texts that are unlike.
 */
export function nearEqualTo(texts: readonly string[]): readonly number[] {
  const found = texts.map((text) => [...new Set(wordTokens(text))]);
  const counts = new Map<string, number>();
  for (const word of found.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const countOf = (word: string): number => counts.get(word) ?? 0;
  const contents = found.map((words) => words.filter((word) => countOf(word) <= maxTexts * texts.length));
  const firsts = new Map<string, number[]>();
  return contents.map((words, index) => {
    if (words.length < minWords) return index;
    const own = new Set(words);
    const rare = rarest(words, countOf);
    const candidates = new Set(rare.flatMap((word) => firsts.get(word) ?? []));
    const near = [...candidates].filter((other) => isNearEqual(own, contents[other] ?? []));
    if (near.length > 0) return Math.min(...near);
    for (const word of rare) {
      const known = firsts.get(word);
      if (known === undefined) firsts.set(word, [index]);
      else known.push(index);
    }
    return index;
  });
}

/** Returns the rarest words of a text, one of which is in every near-equal text (prefix filter; Chaudhuri et al. 2006). */
function rarest(words: readonly string[], countOf: (word: string) => number): readonly string[] {
  const sorted = words.toSorted((one, other) => countOf(one) - countOf(other) || (one < other ? -1 : 1));
  return sorted.slice(0, words.length - Math.ceil(minShared * words.length) + 1);
}

function isNearEqual(own: ReadonlySet<string>, others: readonly string[]): boolean {
  const shared = others.filter((word) => own.has(word)).length;
  return shared >= minShared * (own.size + others.length - shared);
}
