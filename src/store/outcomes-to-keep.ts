/** Lines of outcomes, under a key that says how they were made. */
export interface OutcomesToKeep {
  readonly key: string;
  readonly blocks: readonly Uint8Array[];
}

/** What the answers of a store are, in short: equal while no answer and no failure is added, replaced or removed. */
export interface AnswersState {
  readonly lastBlock: number;
  readonly answers: number;
  /** Hash of the failures of calls without an answer. */
  readonly failures: string;
}
