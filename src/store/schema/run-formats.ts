import { AppError } from '../../util/app-error.ts';
import { isRecord } from '../../util/is-record.ts';

/** The parsed JSON of a stored run: its frozen configuration and its provenance. */
interface StoredRun {
  readonly config: unknown;
  readonly provenance: unknown;
}

/**
 * Steps that convert a stored run from each format to the next, from 1 to 2 first. Released steps are never changed. A
 * step may add, rename or restructure fields; it must keep the inputs of call keys, and the stored id of the run.
 */
const runFormatSteps: readonly ((run: StoredRun) => StoredRun)[] = [addConcurrencyMode];

/** Format that this code writes. */
export const runFormat = runFormatSteps.length + 1;

/** Adds the concurrency mode to runs from before it was adaptive; they resume with the mode of new runs. */
function addConcurrencyMode({ config, provenance }: StoredRun): StoredRun {
  if (!isRecord(provenance) || !isRecord(provenance.settings)) return { config, provenance };
  return { config, provenance: { ...provenance, settings: { concurrencyMode: 'adaptive', ...provenance.settings } } };
}

/** Converts a stored run from an older format to the current one. AppError for the format of a newer version. */
export function upgradeRun(id: string, format: number, run: StoredRun): StoredRun {
  if (format > runFormat) {
    throw new AppError('newer-run', `run ${id} has format ${format}; this program knows formats up to ${runFormat}`, {
      hint: 'update self-execution-benchmark; the run was not changed',
    });
  }
  return runFormatSteps.slice(format - 1).reduce((upgraded, step) => step(upgraded), run);
}
