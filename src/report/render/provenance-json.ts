import type { RunRecord } from '../../store/store.ts';

/** Returns the facts of a run for a report: its configuration, its environment, and how the endpoints handled its calls. */
export function provenanceOf({ id, config, provenance, status, createdAt, updatedAt, endpoints }: RunRecord) {
  return { run: id, status, createdAt, updatedAt, config, provenance, endpoints };
}
