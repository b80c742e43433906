import type { z } from 'zod';
import type { ItemBase } from '../domain/dataset.ts';
import type { Question } from '../domain/question.ts';
import type { Format, JsonLinesFormat } from './files/format.ts';
import type { Row } from './files/row.ts';

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
  /** Files with one multiple-choice question a row, of which several make an item; absent: a row is an item. */
  readonly questionRows?: QuestionRows;
  /** Fields that are drawn where a file has no column for them: parameters of the experiment, not data. */
  readonly drawnFields?: Readonly<Record<string, DrawnField>>;
  /**
   * Names of the shipped sets `data/<experiment>/<name>.jsonl` beside the starter set `items.jsonl`; absent: not even a
   * starter set is shipped.
   */
  readonly shippedSets?: readonly string[];
}

/** How rows with one question each become items. */
export interface QuestionRows {
  /** Schema of the question of a row. */
  readonly itemSchema: z.ZodType<Question>;
  /** Field of the items that holds the questions; a file that has it is not read by rows. */
  readonly field: string;
  collect(rows: Iterable<Row<Question>>): Iterable<Row>;
}

/** A field that is drawn for a row. */
export interface DrawnField {
  /** Returns the value for the other fields of a row; equal fields give an equal value. */
  draw(fields: Readonly<Record<string, unknown>>): unknown;
  /** A sentence that says so. */
  readonly note: string;
}
