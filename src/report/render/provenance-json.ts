import type { RunRecord } from '../../store/store.ts';

/** What a report says of a run: its configuration, how it was made, and how the endpoints took its calls. */
export function provenanceOf({ id, config, provenance, status, createdAt, updatedAt, endpoints }: RunRecord) {
  return { run: id, status, createdAt, updatedAt, config, provenance, endpoints };
}
