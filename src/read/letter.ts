/** A letter is at the beginning; whatever explains it may be as long as an answer. */
const readCharacters = 2000;

/** A letter given as the value of its key: alone, or followed by a bracket, point or colon ("B", "b", "B) 12"). */
export function readLetter<L extends string>(value: unknown, letters: readonly L[]): L | null {
  if (typeof value !== 'string') return null;
  const alone = /^\s*([A-Za-z])\s*(?:[).:].*)?$/s.exec(value.slice(0, readCharacters))?.[1]?.toUpperCase();
  return letters.find((letter) => letter === alone) ?? null;
}
