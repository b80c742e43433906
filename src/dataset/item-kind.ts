import type { z } from 'zod';
import type { ItemBase } from '../domain/item.ts';
import type { Format, JsonLinesFormat } from './files/format.ts';

/** The part of an experiment that is needed to read items. */
export interface ItemKind<Item extends ItemBase = ItemBase> {
  /** Name of the experiment. */
  readonly name: string;
  readonly itemSchema: z.ZodType<Item>;
  /** Returns a key by which items are deduplicated; absent: only ids are unique. */
  uniqueBy?(item: Item): string;
  /** Returns the split of an item, such as train or test; absent: the field or column `split` of the data. */
  splitOf?(item: Item): string;
  readonly sources?: ItemSources;
}

/** Sources of an experiment's items, in addition to files in its own layout. */
interface ItemSources {
  /** Layouts of other publishers, recognized by content. */
  readonly formats?: readonly Format[];
  /** Layouts with one JSON object per line, recognized by the first object. */
  readonly lineFormats?: readonly JsonLinesFormat[];
  /** Loads the generator of the starter set in `data/<name>/`; absent: no starter set is shipped. */
  readonly loadGenerator?: () => Promise<ItemGenerator>;
}

/** Options of `seb data generate`. */
export interface GeneratorOptions {
  readonly seed?: number;
  /** Topics that items are written about, in turn; only for generators with `takesTopics`. */
  readonly topics?: readonly string[];
  /** Limits items to this task; only for generators with `tasks`. */
  readonly task?: string;
  /** Generates the ladder instead of ordinary items; only for generators with `ladder`. */
  readonly ladder?: boolean;
}

/**
 * Generates items; with the default seed a larger set begins with the starter set. RangeError beyond what the templates
 * can generate.
 */
export interface ItemGenerator {
  readonly takesTopics: boolean;
  /** Names of the tasks that items can be limited to; absent: items do not belong to tasks. */
  readonly tasks?: readonly string[];
  generate(count: number, options: GeneratorOptions): readonly ItemBase[];
  /** Items of growing difficulty, in turn of each of the `rungs`; absent: the experiment has no ladder. */
  readonly ladder?: {
    readonly rungs: number;
    generate(count: number, options: Pick<GeneratorOptions, 'seed'>): readonly ItemBase[];
  };
}
