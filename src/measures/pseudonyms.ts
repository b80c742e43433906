import type { Observed } from '../domain/outcome.ts';
import { sha256 } from '../util/canonical-json.ts';

/** Pseudonyms of recent texts: the rows of all models name the same items and units. */
const known = new Map<string, string>();
const mostKnown = 1_000;

/** Returns a pseudonym that is constant for a text and does not reveal it. */
export function pseudonym(text: string): string {
  const same = known.get(text);
  if (same !== undefined) return same;
  if (known.size >= mostKnown) known.clear();
  const made = `withheld-${sha256(text).slice(0, 16)}`;
  known.set(text, made);
  return made;
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
