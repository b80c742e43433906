import { packText } from '../util/text-block.ts';

/** Lines of outcomes, under a key that says how they were made. */
export interface OutcomesToKeep {
  readonly key: string;
  readonly blocks: readonly Uint8Array[];
}

/** Packs lines for `keepOutcomes`; they hold no line breaks. */
export function packLines(lines: readonly string[]): Uint8Array {
  return new Uint8Array(packText(lines.join('\n'))); // a copy: short texts share a buffer
}

/** What the answers of a store are, in short: equal while no answer and no failure is added, replaced or removed. */
export interface AnswersState {
  readonly lastBlock: number;
  readonly answers: number;
  /** Hash of the failures of calls without an answer. */
  readonly failures: string;
}
