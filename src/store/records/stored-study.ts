import type { Json } from '../../util/canonical-json.ts';

/** A finished introspection study: its design, its models and its runs. Its result is computed from them. */
export interface StoredStudy {
  /** Hex sha256 of the design. */
  readonly id: string;
  /** ISO 8601, when it was last carried out. */
  readonly at: string;
  /** As `src/study` writes it. */
  readonly record: Json;
}
