import { z } from 'zod';
import type { Json } from '../../util/canonical-json.ts';
import type { HostJob, HostState } from './port.ts';

/** A JSON value as a host sends it. */
export const jsonSchema = z.json() as z.ZodType<Json>;

/** Optional text: absent, null and empty are all null. */
export const textSchema = z
  .string()
  .nullish()
  .transform((text) => (text === undefined || text === null || text === '' ? null : text));

/** Optional count or amount; anything but a number of 0 or more is null. */
export const amountSchema = z
  .number()
  .min(0)
  .nullish()
  .catch(null)
  .transform((amount) => amount ?? null);

/** A host's word for a state, in our words. An unknown word is taken as running, and the caller warns. */
export function hostState(
  words: Readonly<Record<string, HostState>>,
  word: string,
): Pick<HostJob, 'state' | 'word' | 'isKnownWord'> {
  const state = Object.hasOwn(words, word) ? words[word] : undefined;
  return { state: state ?? 'running', word, isKnownWord: state !== undefined };
}

/** Texts and ids without the absent ones. */
export function present(...texts: readonly (string | null | undefined)[]): readonly string[] {
  return texts.flatMap((text) => (text === undefined || text === null || text === '' ? [] : [text]));
}

/** The fields that are not null, for a request in which absent means "the host decides". */
export function given<Value>(fields: Readonly<Record<string, Value | null>>): Record<string, Value> {
  const all: Record<string, Value> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null) all[name] = value;
  return all;
}
