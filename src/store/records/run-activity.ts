import type { FailureCode } from '../../domain/answer.ts';
/** How far a run is, for whoever watches it from another process. */
export interface RunActivity {
  /** Answers that the run paid for. */
  readonly answers: number;
  /** Number of the last block of answers in the store, whatever run it is of: it only rises. */
  readonly lastBlock: number;
  /** Calls without an answer, by their last failure. */
  readonly failures: Readonly<Partial<Record<FailureCode, number>>>;
  /** Whether a process holds the run's lease. */
  readonly live: boolean;
}
