import type { Source } from './published.ts';
import type { Row } from './row.ts';

/** What a path leads to, as far as telling formats apart needs it. */
export type Input =
  | { readonly kind: 'folder'; readonly path: string; readonly names: readonly string[] }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly text: string;
      /** The whole text as JSON; undefined where it is none. */
      readonly json: unknown;
      /** Cells of the first line where it reads as CSV. */
      readonly header: readonly string[];
    };

/** A layout that others publish items in. */
export interface Format {
  /** As a person names it: `XSTest CSV`. */
  readonly name: string;
  readonly experiment: string;
  readonly source: Source;
  matches(input: Input): boolean;
  /** Items as they are there, not yet checked against the experiment's schema. `seed` is for what has to be drawn. */
  read(input: Input, seed: number): readonly Row[];
}

/** A layout of others with one JSON object a line, recognized by its first object. */
export interface JsonLinesFormat {
  readonly name: string;
  readonly experiment: string;
  readonly source: Source;
  matches(first: unknown): boolean;
  /** Items as rows, not yet checked against the experiment's schema. */
  read(rows: Iterable<Row>, file: string): Iterable<Row>;
}
