import { runId } from '../../domain/run-config.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/** Refuses to read a run whose stored configuration has changed: the id of a run is the hash of its configuration. */
export function refuseChangedConfig({ id, config }: Pick<RunRecord, 'id' | 'config'>): void {
  if (runId(config) === id) return;
  throw new AppError('store-damaged', `the configuration of run ${id} was changed after the run was made`, {
    hint: 'its numbers would not be those of its calls; restore a copy of the store. `seb doctor --store` checks the whole store',
  });
}
