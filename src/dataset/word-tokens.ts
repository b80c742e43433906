/** Returns the words of a text in lower case, in order; every number is `#`. */
export function wordTokens(text: string): readonly string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{M}'’]+|\d+/gu) ?? [];
  return all.map((word) => (/^\d/.test(word) ? '#' : word));
}
