import type { ItemBase } from './item.ts';

/** Items in order, gone through as often as one likes. A list is one; a large set is unpacked as it is gone through. */
export interface Items<Item> extends Iterable<Item> {
  readonly length: number;
}

/** Items with where they come from. */
export interface Dataset<Item extends ItemBase = ItemBase, List extends Items<Item> = Items<Item>> {
  /** Name of a shipped set, which is that of its experiment, or the path that the user gave. */
  readonly name: string;
  readonly experiment: string;
  /** SPDX id, or the words of whoever published it. */
  readonly licence: string;
  readonly origin: string;
  /** Whether items may be written into an export. */
  readonly redistributable: boolean;
  /** Hex sha256 of the canonical JSON of the items in order. */
  readonly sha256: string;
  readonly items: List;
}

/** A data set whose items are at hand. */
export type ListedDataset<Item extends ItemBase = ItemBase> = Dataset<Item, readonly Item[]>;
