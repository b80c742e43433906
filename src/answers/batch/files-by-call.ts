import type { Store } from '../../store/store.ts';
import { type BatchJob, batchJobs, isRequestFile } from '../jobs/batch-job.ts';

/** Request files by the ids of their calls, each list in the order in which the files were written. */
export type FilesByCall = ReadonlyMap<string, readonly BatchJob[]>;

/** Returns the request files of all runs that hold a call by its id. */
export async function filesByCall(store: Store): Promise<FilesByCall> {
  const found = new Map<string, BatchJob[]>();
  for (const job of (await batchJobs(store, null)).filter(isRequestFile)) {
    for (const id of job.intended.calls) {
      const jobs = found.get(id);
      if (jobs === undefined) found.set(id, [job]);
      else jobs.push(job);
    }
  }
  return found;
}
