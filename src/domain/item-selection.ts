import { z } from 'zod';

/** Which items of its data a run uses: those that match every field. */
export const itemSelectionSchema = z.strictObject({
  /** Ids, sorted, each once. */
  only: z.array(z.string()).min(1).optional(),
  split: z.string().optional(),
  /** Values of item fields or additional columns of the data, as text. */
  where: z.record(z.string(), z.string()).optional(),
});
export type ItemSelection = z.infer<typeof itemSelectionSchema>;

/** Returns a selection as the flags that express it: `--split test --where label=safe`. */
export function selectionText({ only, split, where = {} }: ItemSelection): string {
  const pairs = Object.entries(where).map(([key, value]) => `${key}=${value}`);
  return [
    ...(only === undefined ? [] : ['--only', ...only]),
    ...(split === undefined ? [] : ['--split', split]),
    ...(pairs.length === 0 ? [] : ['--where', ...pairs]),
  ].join(' ');
}
