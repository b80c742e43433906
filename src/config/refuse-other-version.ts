import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import type { RunRecord } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';

/** Prompts of another version are other calls: nothing of the old run would be found, and it would look unanswered. */
export function refuseOtherVersion({ id, config }: Pick<RunRecord, 'id' | 'config'>, experiments: Experiments): void {
  for (const { name, version } of config.experiments) {
    const current = experimentNamed(experiments, name).version;
    if (current === version) continue;
    const what = `run ${id} was made with version ${version} of ${name}, this is ${current}`;
    throw new AppError('experiment-version', what, {
      hint: 'use the version of seb that made it, or start a new run; other runs are read when they are named',
    });
  }
}
