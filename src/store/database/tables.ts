import type { ColumnType, Generated } from 'kysely';
import type { Unpacked } from './packed-block.ts';

/** Columns as both dialects return them. Structures are JSON texts, whose escapes preserve any string, including NUL. */
export interface Tables {
  schema_version: { version: number };
  runs: {
    id: string;
    /** Format of `config` and `provenance` (run-formats.ts). */
    format: number;
    config: string;
    provenance: string;
    status: string;
    /** ISO 8601. */
    created_at: string;
    updated_at: string;
  };
  /** How an endpoint handled the calls of one execution of a run. */
  endpoints: { run: string; started_at: string; endpoint: string; record: string };
  /** Counts at the time when every call of a run had an answer. */
  completions: {
    run: string;
    calls: number;
    /** JSON list of the runs that paid for the answers. */
    payers: string;
    last_block: number;
    /** Number of the payers' answers in blocks up to the last one. */
    answers: number;
  };
  datasets: { sha256: string; meta: string };
  dataset_items: { sha256: string; chunk: number; bytes: Uint8Array };
  /** Texts of answers that were committed together (block.ts). */
  blocks: { id: Generated<number>; bytes: ColumnType<Uint8Array, Uint8Array | Unpacked> };
  answers: {
    /** Compact form of the call's key (compact-key.ts). */
    key: string;
    run: string;
    block: number;
    /** Position in the block. */
    place: number;
    cost: number | null;
  };
  failures: { key: string; run: string; failure: string };
  /** Append-only: people's labels of answers (labels.ts). */
  labels: {
    id: Generated<number>;
    /** ISO 8601. */
    at: string;
    labeler: string;
    answer: string;
    rubric: string;
    value: string | null;
    note: string;
  };
  /** Histories of training jobs, batch jobs and consents (events.ts). */
  training_events: { job: string; number: number; at: string; event: string };
  /** Finished introspection studies (studies.ts). */
  studies: { id: string; at: string; record: string };
  /** Outcomes that were read from the answers of finished runs (kept-outcomes.ts); the table is made on first use. */
  kept_outcomes: {
    run: string;
    /** Position of the block. */
    number: number;
    /** How the outcomes were made. */
    key: string;
    /** Hash of all blocks of the run. */
    sha256: string;
    bytes: Uint8Array;
  };
  /** Calls that a run is about to send while several runs are executed at once. */
  claims: {
    /** Compact form of the call's key. */
    key: string;
    /** Owner of the lease; the claim ends with it. */
    owner: string;
  };
  /** Failed attempts, and calls in flight of a killed process, that may have been charged: the maximum dollars of each. */
  charges: { id: string; run: string; dollars: number };
  /** Calls in flight that a worker of a queue may have at an endpoint. */
  endpoint_shares: { endpoint: string; owner: string; granted: number };
  leases: {
    /** Run or training job; of a worker, the run and the worker's name. */
    run: string;
    owner: string;
    host: string;
    pid: number;
    /** Milliseconds since 1970 on the database's clock; 0 once a second process has ended the lease. */
    expires_at: number;
    /** Dollars reserved for the owner's calls in flight. */
    reserved: Generated<number>;
  };
}
