import type { Json } from '../util/canonical-json.ts';

/** A finished introspection study: its design, its models and its runs. Its result is computed from them. */
export interface StoredStudy {
  /** Hex sha256 of the design. */
  readonly id: string;
  /** ISO 8601, end of its last execution. */
  readonly at: string;
  /** Written by `src/study`. */
  readonly record: Json;
}
