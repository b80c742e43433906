const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Matches a letter of a script without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the words of a text with a script that puts no spaces between words, by the dictionary of `Intl.Segmenter`; null
 * for other texts, whose words their own characters separate.
 */
export function wordSegments(text: string): readonly string[] | null {
  if (!unspaced.test(text)) return null;
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}
