import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/**
 * Returns whether the items of a run stay closed: people take part in it, and it has neither been answered completely
 * nor ended. No command and no page shows its items until then, so that no person sees a prediction before answering.
 */
export function isSealed({ config, status }: Pick<RunRecord, 'config' | 'status'>): boolean {
  return config.people !== undefined && status !== 'finished' && status !== 'incomplete';
}

/** Throws an AppError for a run whose items stay closed. */
export function refuseSealed(run: Pick<RunRecord, 'id' | 'config' | 'status'>): void {
  if (!isSealed(run)) return;
  throw new AppError('people-open', `run ${run.id} shows its items and results once its people have answered`, {
    hint: `\`seb people status\` shows what is open; \`seb people end ${run.id}\` ends the run early`,
  });
}
