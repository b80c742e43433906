import type { RunId } from '../../domain/run-config.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { isRequestFile } from '../jobs/batch-job.ts';
import { jobsOut } from '../jobs/calls-out.ts';

/** Refuses to send calls one by one while jobs at a host or request files may answer them: they would be paid twice. */
export async function refuseOpenBatches(store: Store, run: RunId): Promise<void> {
  const open = await jobsOut(store, run);
  const files = open.filter(({ job }) => isRequestFile(job)).length;
  const atHost = open.length - files;
  if (atHost > 0) {
    const what = atHost === 1 ? 'a batch is open' : `${atHost} batches are open`;
    throw new AppError('batch-open', `${what} for run ${run}`, { hint: `\`seb collect ${run}\` fetches the results` });
  }
  if (files === 0) return;
  throw new AppError('batch-open', `calls of run ${run} are in ${counted(files, 'request file')} without answers`, {
    hint: 'take their answers with `seb import --answers FILE...`, or add --withdraw-requests to send the calls here',
  });
}
