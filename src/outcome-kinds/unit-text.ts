import type { Observed } from '../domain/outcome.ts';
import { sha256 } from '../util/canonical-json.ts';

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

const pseudonymStart = 'withheld-';

/** Pseudonyms of recent texts: the rows of all models name the same items and units. */
const known = new Map<string, string>();
const mostKnown = 1_000;

/** Returns a pseudonym that is constant for a text and does not reveal it. */
export function pseudonym(text: string): string {
  const same = known.get(text);
  if (same !== undefined) return same;
  if (known.size >= mostKnown) known.clear();
  const made = `${pseudonymStart}${sha256(text).slice(0, 16)}`;
  known.set(text, made);
  return made;
}

/** Returns the pseudonym of a name, or the name where it is one: a run and an export of it without texts have the same. */
export function sharedPseudonym(name: string): string {
  return name.startsWith(pseudonymStart) ? name : pseudonym(name);
}

/** Returns what stands for a text that may not be shown. */
export function withheldText(text: string): string {
  return `withheld (${text.length} characters)`;
}

/** Removes a reason's detail, which may quote the answer, which may quote its item. */
export function withoutDetail<T>(part: Observed<T>): Observed<T> {
  return part.kind === 'present' ? part : { ...part, detail: '' };
}

/** Replaces the value, or removes the reason's detail. */
export function replaced<T>(part: Observed<T>, replace: (value: T) => T): Observed<T> {
  return part.kind === 'present' ? { ...part, value: replace(part.value) } : { ...part, detail: '' };
}
