import type { RunRecord } from '../store/store.ts';

/** What a report says of a run: its configuration and how it was made. */
export function provenanceOf({ id, config, provenance, status, createdAt, updatedAt }: RunRecord) {
  return { run: id, status, createdAt, updatedAt, config, provenance };
}
