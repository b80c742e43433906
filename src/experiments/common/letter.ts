/** Maximum characters that are read: the letter is at the beginning, and an explanation after it may be long. */
const readCharacters = 2000;

/** Reads a letter from the value of its key: alone, or followed by a bracket, period or colon ("B", "b", "B) 12"). */
export function readLetter<L extends string>(value: unknown, letters: readonly L[]): L | null {
  if (typeof value !== 'string') return null;
  const alone = /^\s*([A-Za-z])\s*(?:[).:].*)?$/s.exec(value.slice(0, readCharacters))?.[1]?.toUpperCase();
  return letters.find((letter) => letter === alone) ?? null;
}
