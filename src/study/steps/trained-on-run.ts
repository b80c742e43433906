import { basename, join } from 'node:path';
import type { RunId } from '../../domain/run-config.ts';
import type { Store } from '../../store/store.ts';
import { type Job, maxDollarsOf } from '../../train/jobs/job.ts';
import { listJobs } from '../../train/jobs/job-journal.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { runsOfStudy } from '../study-record.ts';

/** What an arm's rows are made of, besides the answers of their run. */
interface ArmRows {
  readonly arm: string;
  readonly made: readonly unknown[];
}

/** Returns the folder of the rows of an arm. Its name begins with the run whose answers are the labels. */
export function armFolder(folder: string, run: RunId, { arm, made }: ArmRows): string {
  return join(folder, `${run}-${sha256(JSON.stringify(made)).slice(0, 8)}-${arm}`);
}

/** What the studies of a store have of a run. */
interface RunInStudies {
  /** Ids of the studies that used the run. */
  readonly studies: readonly string[];
  /** Training jobs on its answers that were submitted: other answers make other rows, and so other jobs. */
  readonly jobs: readonly Job[];
  /** US dollars that these jobs can have cost; null where a price is unknown. */
  readonly dollars: number | null;
}

/** Returns the studies that used a run, and the training jobs that they submitted on its answers. */
export async function findInStudies(store: Store, run: RunId): Promise<RunInStudies> {
  const studies = (await store.studies()).filter((study) => runsOfStudy(study).includes(run));
  const jobs = (await listJobs(store)).filter((job) => isTrainedOn(job, run) && wasSubmitted(job));
  const costs = jobs.map((job) => maxDollarsOf(job, job.intended.estimate));
  const dollars = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
  return { studies: studies.map(({ id }) => id), jobs, dollars };
}

function isTrainedOn({ intended }: Job, run: RunId): boolean {
  return basename(intended.rows.folder.replaceAll('\\', '/')).startsWith(`${run}-`);
}

function wasSubmitted({ state, attempt }: Job): boolean {
  return attempt > 1 || (state.kind !== 'intended' && state.kind !== 'refused');
}
