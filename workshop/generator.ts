import type { ItemBase } from '../src/domain/dataset.ts';

/** What a generator can be told. */
export interface GeneratorOptions {
  /** Absent: the seed of the shipped sets. */
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
  /** Items of growing difficulty, in turn of each of the rungs; absent: the experiment has no ladder. */
  readonly ladder?: (count: number, options: Pick<GeneratorOptions, 'seed'>) => readonly ItemBase[];
}
