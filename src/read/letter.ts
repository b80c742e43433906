/** A letter given as the value of its key: alone, or followed by a bracket, point or colon ("B", "b", "B) 12"). */
export function readLetter<L extends string>(value: unknown, letters: readonly L[]): L | null {
  if (typeof value !== 'string') return null;
  const alone = /^\s*([A-Za-z])\s*(?:[).:].*)?$/s.exec(value)?.[1]?.toUpperCase();
  return letters.find((letter) => letter === alone) ?? null;
}
