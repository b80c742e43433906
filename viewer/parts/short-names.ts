/** Names of bundled, simulated and recorded models without provider and settings: what tells them apart for a reader. */
export function shortNames(text: string): string {
  return text.replaceAll(/\b(?:bundled|simulated|recorded)\/([^\s,?]+)(?:\?[^\s,]*?)?(?=:?(?:[\s,]|$))/g, '$1');
}

/** Cuts a long text in its middle: names of models that differ do so at the end more often than before it. */
export function cutMiddle(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const tail = Math.ceil((most - 1) / 2);
  return [...characters.slice(0, most - 1 - tail), '…', ...characters.slice(-tail)].join('');
}
