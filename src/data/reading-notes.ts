import { counted } from '../util/numbers.ts';
import { placeInFile, type Row } from './files/row.ts';

interface Note {
  rows: number;
  readonly first: string;
}

/** What was read from a file differently from how it is written, counted by cause, to be told once per cause. */
export class ReadingNotes {
  readonly #notes = new Map<string, Note>();
  readonly #used = new Set<string>();
  readonly #facts = new Set<string>();

  /** Counts a row. `cause` is a clause: `label is "nan", which is read as absent`. */
  count(cause: string, row: Pick<Row, 'line' | 'unit'>): void {
    const note = this.#notes.get(cause);
    if (note === undefined) this.#notes.set(cause, { rows: 1, first: placeInFile(row) });
    else note.rows += 1;
  }

  /** Remembers that a translation of `--map-value` was applied. */
  use(translation: string): void {
    this.#used.add(translation);
  }

  isUsed(translation: string): boolean {
    return this.#used.has(translation);
  }

  /** Adds a sentence about the whole file; a repeated one counts once. */
  tell(fact: string): void {
    this.#facts.add(fact);
  }

  /** Returns a sentence for each cause, in the order in which they occurred. */
  texts(): readonly string[] {
    const counts = [...this.#notes].map(([cause, { rows, first }]) =>
      rows === 1 ? `${first}: ${cause}.` : `${cause} (${counted(rows, 'row')}, the first in ${first}).`,
    );
    return [...this.#facts, ...counts];
  }
}
