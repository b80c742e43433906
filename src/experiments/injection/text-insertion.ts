/** Returns the beginning of a text up to a space at or after a position, or else the last space before it; '' without one. */
export function beforeWord(text: string, position: number): string {
  const at = Math.round(position);
  const next = text.slice(at).search(/\s\S/);
  if (next >= 0) return text.slice(0, at + next).trimEnd();
  const last = /\s(?=\S*\s*$)/.exec(text.trimEnd())?.index ?? 0;
  return text.slice(0, last).trimEnd();
}

/** Returns the next words of a text, with the spaces before them. */
export function nextWords(text: string, count: number): string {
  return (text.match(/\s*\S+/g) ?? []).slice(0, count).join('');
}
