import type { Source } from './published.ts';
import type { Row } from './row.ts';

/** Content of a path, as far as format detection needs it. */
export type Input =
  | { readonly kind: 'folder'; readonly path: string; readonly names: readonly string[] }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly text: string;
      /** The whole text as JSON; undefined where it is not JSON. */
      readonly json: unknown;
      /** Cells of the first line, if it parses as CSV. */
      readonly header: readonly string[];
    };

/** A file layout of another publisher. */
export interface Format {
  /** Display name: `XSTest CSV`. */
  readonly name: string;
  readonly experiment: string;
  readonly source: Source;
  matches(input: Input): boolean;
  /** Returns the items, not yet checked against the experiment's schema. `seed` seeds random choices. */
  read(input: Input, seed: number): readonly Row[];
}

/** Another publisher's layout with one JSON object per line, recognized by its first object. */
export interface JsonLinesFormat {
  readonly name: string;
  readonly experiment: string;
  readonly source: Source;
  matches(first: unknown): boolean;
  /** Returns items as rows, not yet checked against the experiment's schema. */
  read(rows: Iterable<Row>, file: string): Iterable<Row>;
}
