import type { ItemBase } from '../experiments/experiment.ts';

/** Items with where they come from. */
export interface Dataset<Item extends ItemBase = ItemBase> {
  /** Name of a shipped set (`association`), or the path that the user gave. */
  readonly name: string;
  readonly experiment: string;
  /** SPDX id, or the words of whoever published it. */
  readonly licence: string;
  readonly origin: string;
  /** Whether items may be written into an export. */
  readonly redistributable: boolean;
  /** Hex sha256 of the canonical JSON of the items in order. */
  readonly sha256: string;
  readonly items: readonly Item[];
}
