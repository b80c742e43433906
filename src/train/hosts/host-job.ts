import { z } from 'zod';
import type { Json } from '../../util/canonical-json.ts';
import type { HostJob, HostState } from './port.ts';

/** A JSON value as a host sends it. */
export const jsonSchema = z.json() as z.ZodType<Json>;

/** Optional text: absent, null and empty values become null. */
export const textSchema = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/** Optional count or amount; anything except a nonnegative number becomes null. */
export const amountSchema = z
  .number()
  .min(0)
  .nullish()
  .catch(null)
  .transform((amount) => amount ?? null);

/** An uploaded file as a host describes it. */
export const fileSchema = z.looseObject({ id: z.string().min(1) });

/** Returns our state for a host's state. An unknown state counts as running, and the caller warns. */
export function hostState(
  words: Readonly<Record<string, HostState>>,
  word: string,
): Pick<HostJob, 'state' | 'word' | 'isKnownWord'> {
  const state = Object.hasOwn(words, word) ? words[word] : undefined;
  return { state: state ?? 'running', word, isKnownWord: state !== undefined };
}

/** Returns the texts and ids that are not absent. */
export function present(...texts: readonly (string | null | undefined)[]): readonly string[] {
  return texts.flatMap((text) => (text === undefined || text === null || text === '' ? [] : [text]));
}

/** Returns the fields that are not null, for a request in which absent means "the host decides". */
export function given<Value>(fields: Readonly<Record<string, Value | null>>): Record<string, Value> {
  const all: Record<string, Value> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null) all[name] = value;
  return all;
}
