import { z } from 'zod';

/** Returns the schema of a page of an OpenAI-like list: entries, and whether more follow. */
export function cursorPageSchema<Entry extends z.ZodType<{ readonly id: string }>>(entry: Entry) {
  return z.looseObject({ data: z.array(entry), has_more: z.boolean().nullish() });
}

/** A page of such a list, as the server sent it. */
interface CursorPage<Entry> {
  readonly data: readonly Entry[];
  readonly has_more?: boolean | null | undefined;
}

/**
 * Returns the entries of a page, and the cursor of the next one: the id of the last entry. A server that does not say
 * whether more entries follow is asked until a page is empty. `isWhole` is false where a page announces more than it can
 * name.
 */
export function readCursorPage<Entry extends { readonly id: string }, Job>(
  { data, has_more: hasMore }: CursorPage<Entry>,
  jobOf: (entry: Entry) => Job,
) {
  const last = data.at(-1)?.id ?? null;
  return { jobs: data.map(jobOf), next: hasMore === false ? null : last, isWhole: hasMore !== true || last !== null };
}
