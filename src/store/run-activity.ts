import type { FailureCode } from '../domain/answer.ts';
/** Progress of a run, as seen from another process. */
export interface RunActivity {
  /** Answers that the run paid for. */
  readonly answers: number;
  /** Number of the store's last block of answers, of any run; it only increases. */
  readonly lastBlock: number;
  /** Calls without an answer, by their last failure. */
  readonly failures: Readonly<Partial<Record<FailureCode, number>>>;
  /** Whether a process executes the run: it holds the lease, or is a worker of the run. */
  readonly live: boolean;
  /** Whether that process is not a worker of a queue. */
  readonly alone: boolean;
  /** Workers of a queue that execute the run. */
  readonly workers: number;
}
