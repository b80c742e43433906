import type { ItemBase } from './item.ts';

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
