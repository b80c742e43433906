/** Slots of the shipped experiments whose stored names are older than the glossary's words. */
const words: ReadonlyMap<string, string> = new Map([
  ['forecast', 'prediction'],
  ['execute', 'execution'],
]);
const storedNames: ReadonlyMap<string, string> = new Map([...words].map(([stored, word]) => [word, stored]));

/** Returns the name of a slot as a reader sees it: "prediction" for the stored name `forecast`. */
export function slotText(slot: string): string {
  return words.get(slot) ?? slot;
}

/** Returns a stored reason (`forecast: not-asked`) as a reader sees it: "prediction: not asked". */
export function reasonText(reason: string): string {
  return renamed(reason, slotText).replace('not-asked', 'not asked');
}

/** Returns the stored reason for what a reader typed: accepts what `reasonText` returns, and stored reasons. */
export function storedReason(text: string): string {
  return renamed(text, (word) => storedNames.get(word) ?? word).replace('not asked', 'not-asked');
}

/** Returns reasons with their counts as text: "prediction: declined 60, execution: truncated 2". */
export function reasonCountsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${reasonText(reason)} ${count}`)
    .join(', ');
}

function renamed(text: string, nameOf: (slot: string) => string): string {
  const end = text.indexOf(':');
  return end < 0 ? text : `${nameOf(text.slice(0, end))}${text.slice(end)}`;
}
