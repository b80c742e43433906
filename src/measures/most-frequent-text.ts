/** Columns of a quoted text in a row of a table. */
export const maxTextColumns = 160;

/** The most frequent of several texts. */
interface Majority {
  readonly text: string;
  readonly count: number;
  readonly isTie: boolean;
}

/** Returns the most frequent text, the first one on ties; empty without texts. */
export function majorityOf(texts: readonly string[]): Majority {
  const [only = ''] = texts;
  if (texts.every((text) => text === only)) return { text: only, count: texts.length, isTie: false }; // most units
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const count = Math.max(0, ...counts.values());
  const [first, second] = [...counts].filter((entry) => entry[1] === count);
  return { text: first?.[0] ?? '', count, isTie: second !== undefined };
}
