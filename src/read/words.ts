/** The form in which two words are compared: NFKC, lower case, outer and doubled white space removed. */
export function normalizedWord(word: string): string {
  return word.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}
