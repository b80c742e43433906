/** Quotes a text for a POSIX shell when it needs quotes, so that a printed command can be pasted. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", () => `'\\''`)}'`;
}
