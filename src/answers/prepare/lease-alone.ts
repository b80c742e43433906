import type { RunId } from '../../domain/run-config.ts';
import type { Lease, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/** Takes a run for this process alone. AppError `run-busy` while another process or workers execute it. */
export async function leaseAlone(store: Store, run: RunId): Promise<Lease> {
  const lease = await store.lease(run);
  if (lease === null) {
    throw new AppError('run-busy', `a second process is executing run ${run}`, {
      hint: 'wait for it or stop it; this process sent nothing',
    });
  }
  if ((await store.activity(run)).workers === 0) return lease;
  await lease.release();
  throw new AppError('run-busy', `workers are executing run ${run}`, {
    hint: 'wait for them or stop them; this process sent nothing',
  });
}
