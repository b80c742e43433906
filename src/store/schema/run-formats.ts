import { AppError } from '../../util/app-error.ts';
import { isRecord } from '../../util/is-record.ts';

/** The parsed JSON of a stored run: its frozen configuration and its provenance. */
export interface StoredRun {
  readonly config: unknown;
  readonly provenance: unknown;
}

/**
 * Each step takes a stored run from one format to the next: the first from 1 to 2. Released steps are never changed. A step
 * may add, rename or restructure fields; it keeps what call keys are made of, and the id of the run stays as stored.
 */
export const runFormatSteps: readonly ((run: StoredRun) => StoredRun)[] = [addConcurrencyMode];

/** The format that this code writes. */
export const runFormat = runFormatSteps.length + 1;

/** Runs made before concurrency was adaptive name no mode; when resumed they are carried out as new runs are. */
function addConcurrencyMode({ config, provenance }: StoredRun): StoredRun {
  if (!isRecord(provenance) || !isRecord(provenance.settings)) return { config, provenance };
  return { config, provenance: { ...provenance, settings: { concurrencyMode: 'adaptive', ...provenance.settings } } };
}

/** Brings a stored run of an older format up to date. AppError for the format of a newer version. */
export function upgradeRun(id: string, format: number, run: StoredRun): StoredRun {
  if (format > runFormat) {
    throw new AppError('newer-run', `run ${id} has format ${format}; this program knows formats up to ${runFormat}`, {
      hint: 'update self-execution-benchmark; the run was left as it is',
    });
  }
  return runFormatSteps.slice(format - 1).reduce((upgraded, step) => step(upgraded), run);
}
