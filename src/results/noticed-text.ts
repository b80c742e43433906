/**
 * Returns what a design of 80 % power could have found, in words: `a real drop of 0.1 would be noticed in 4 of 5 such runs`.
 * `effect`: what is real, with its size.
 */
function noticedText(effect: string, such: 'runs' | 'studies' | 'recordings' = 'runs'): string {
  return `a real ${effect} would be noticed in 4 of 5 such ${such}`;
}

/** Returns `noticedText` as a sentence. */
export function noticedSentence(...about: Parameters<typeof noticedText>): string {
  const text = noticedText(...about);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
