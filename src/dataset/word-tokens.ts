import { wordSegments } from '../util/word-segments.ts';

/**
 * Returns the words of a text in lower case, in order; every number is `#`. The words of scripts without spaces (such as
 * Chinese, Japanese and Thai) are those of the dictionary of `Intl.Segmenter`.
 */
export function wordTokens(text: string): readonly string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{M}'’]+|\d+/gu) ?? [];
  return all.flatMap((word) => (/^\d/.test(word) ? ['#'] : (wordSegments(word) ?? [word])));
}
