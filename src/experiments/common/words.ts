/** Returns a word normalized for comparison: NFKC, lower case, trimmed, with single spaces. */
export function normalizedWord(word: string): string {
  return word.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}
