import type { OutcomeRow } from '../../domain/outcome.ts';

/** How the page describes the rows of an item for one model under one condition; plain data. */
export interface PageItem {
  /** Null: the item's id is shown. */
  readonly title: string | null;
  /** Index of the item's texts; -1 where they are withheld. */
  readonly text: number;
}

/** The rows' run, experiment, model and condition. */
export interface PageSide {
  readonly run: string;
  readonly experiment: string;
  readonly model: string;
  readonly condition: string;
}

/** The rows of a page in compressed pages, which refer to sides by their index. */
export interface CollectedRows {
  readonly sides: readonly PageSide[];
  readonly pages: readonly Uint8Array<ArrayBuffer>[];
}

/** Collects the rows of a page where the rows' files are written. */
export interface PageRowCollector {
  /** Adds a row as it may be shown. The rows of one item must be adjacent. */
  row(row: OutcomeRow): void;
  /** Describes the rows since the last call. */
  item(item: PageItem): void;
  finish(): CollectedRows;
}

/** The program of a thread that writes the rows' files and collects the page's rows (`runRowThread`), and its input. */
export interface RowThreadProgram {
  readonly program: URL;
  /** Plain data for the page's collector. */
  readonly input: unknown;
}

/** Where the rows of a page can be collected. */
export interface PageRowPlaces {
  /** Returns a collector in this thread. */
  collectRows(): PageRowCollector;
  readonly rowThread: RowThreadProgram;
}
