import type { Command } from 'commander';
import type { Experiments } from '../experiments/registry.ts';
import { chosenRuns, runsToRead } from '../run/choose-runs.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { withExistingStore } from '../store/use-store.ts';
import { AppError } from '../util/app-error.ts';
import { experimentsOfRuns } from './flags/command-experiments.ts';
import { textOption } from './flags/command-options.ts';

/** Runs of an open store that can be read: their experiments are known. */
interface OpenRuns {
  readonly store: Store;
  readonly runs: readonly RunRecord[];
  readonly experiments: Experiments;
}

/**
 * Opens the store of a command and looks up runs by ids or names; all runs when none is given. The store is closed after
 * `use`. AppError for an unknown run, and for a run of an experiment that neither `seb` nor the config file has.
 */
export function withRuns<Result>(
  ids: readonly string[],
  command: Command,
  use: (open: OpenRuns) => Promise<Result>,
): Promise<Result> {
  return withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOfRuns(await chosenRuns(store, ids), command);
    return await use({ store, runs: await runsToRead(store, ids, experiments), experiments });
  });
}

/** Opens the store of a command and looks up one run, as `withRuns` does. */
export function withRun<Result>(
  id: string,
  command: Command,
  use: (open: Omit<OpenRuns, 'runs'> & { readonly run: RunRecord }) => Promise<Result>,
): Promise<Result> {
  return withRuns([id], command, ({ store, runs: [run], experiments }) => {
    if (run === undefined) throw new AppError('unknown-run', `the store has no run ${id}`);
    return use({ store, run, experiments });
  });
}
