import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { refuseOtherVersion } from '../../config/refuse-other-version.ts';
import { type Experiments, experimentRegistry } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { chosenRuns, textOption } from './store-option.ts';

/** The shipped experiments and those of the command's config file. */
export async function experimentsOf(command: Command): Promise<Experiments> {
  return experimentRegistry((await loadConfig(textOption(command, 'config') ?? null)).experiments ?? []);
}

/** The chosen runs, to be read with these experiments. AppError where there is none, or one of another version. */
export async function runsToRead(
  store: Store,
  ids: readonly string[],
  experiments: Experiments,
): Promise<readonly RunRecord[]> {
  const runs = await chosenRuns(store, ids);
  if (runs.length === 0) {
    throw new AppError('no-runs', 'the store holds no run', {
      hint: 'make one with `seb run --model provider/model`; two models can be compared',
    });
  }
  for (const run of runs) refuseOtherVersion(run, experiments);
  return runs;
}
