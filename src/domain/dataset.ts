import { z } from 'zod';

/** Column of the user's data whose equal values make items one group of every test and interval, in every experiment. */
export const groupColumn = 'group';

/** Names of the field or column with an item's stratum, its known kind of question; the first that an item has counts. */
const stratumFields = ['subject', 'topic', 'category'] as const;

/** Fields that every item of every data set has. */
export interface ItemBase {
  readonly id: string;
  /** Columns of the data file beyond the item's fields; never part of a prompt. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Items in order, which can be iterated repeatedly: an array, or a large set that is unpacked during iteration. */
export interface Items<Item> extends Iterable<Item> {
  readonly length: number;
}

/** Items with their source. */
export interface Dataset<Item extends ItemBase = ItemBase, List extends Items<Item> = Items<Item>> {
  /** Name of a shipped set (the name of its experiment), or the path that the user gave. */
  readonly name: string;
  readonly experiment: string;
  /** SPDX id, or the publisher's own wording. */
  readonly licence: string;
  readonly origin: string;
  /** Whether items may be written into an export. */
  readonly redistributable: boolean;
  /** Hex sha256 of the canonical JSON of the items in order. */
  readonly sha256: string;
  readonly items: List;
}

/** A data set whose items are in memory. */
export type ListedDataset<Item extends ItemBase = ItemBase> = Dataset<Item, readonly Item[]>;

/** Data sets by their sha256, as in a run's configuration. */
export type Datasets = ReadonlyMap<string, Dataset>;

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

/** Returns the stratum of an item, its known kind of question; null where it has no such field or column. */
export function stratumOf(item: ItemBase): string | null {
  const fields: Readonly<Record<string, unknown>> = { ...item.metadata, ...item };
  for (const name of stratumFields) {
    const value = fields[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return null;
}
