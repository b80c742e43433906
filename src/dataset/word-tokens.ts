const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
/** A letter of a script that puts no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the words of a text in lower case, in order; every number is `#`. The words of scripts without spaces (such as
 * Chinese, Japanese and Thai) are those of the dictionary of `Intl.Segmenter`.
 */
export function wordTokens(text: string): readonly string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{M}'’]+|\d+/gu) ?? [];
  return all.flatMap((word) => {
    if (/^\d/.test(word)) return ['#'];
    return unspaced.test(word) ? Array.from(segmenter.segment(word), ({ segment }) => segment) : [word];
  });
}
