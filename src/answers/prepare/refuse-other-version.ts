import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/**
 * Refuses to read a run of a prompt version that the experiment no longer plans: its prompts have other keys, so no
 * stored answer would be found.
 */
export function refuseOtherVersion({ id, config }: Pick<RunRecord, 'id' | 'config'>, experiments: Experiments): void {
  for (const { name, version } of config.experiments) {
    const { version: current, readsVersions = [] } = experimentNamed(experiments, name);
    if (current === version || readsVersions.includes(version)) continue;
    const what = `run ${id} was made with version ${version} of ${name}; the current version is ${current}`;
    throw new AppError('experiment-version', what, {
      hint: 'use the version of seb that made the run, or start a new run; to read only other runs, list their ids',
    });
  }
}
