/** Returns what all texts begin with, up to and including the last separator in it; for one text, up to its last separator. */
export function longestCommonStart(texts: readonly string[], separator: string): string {
  const [first = '', ...others] = texts;
  if (others.length === 0) return first.slice(0, first.lastIndexOf(separator) + 1);
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length += 1;
  return first.slice(0, first.slice(0, length).lastIndexOf(separator) + 1);
}
