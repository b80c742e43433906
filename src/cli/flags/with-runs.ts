import type { Command } from 'commander';
import { chosenRuns, runsToRead } from '../../answers/choose-runs.ts';
import { runsOfChoice, selectRuns } from '../../answers/default-selection.ts';
import { probabilityScales } from '../../domain/probability.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Selection } from '../../results/results.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { experimentsOfRuns } from './command-experiments.ts';
import { isSet, textOption } from './command-options.ts';

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
    return await use({ store, runs: asDeclared(await runsToRead(store, ids, experiments), command), experiments });
  });
}

/** Runs of an open store that a user chose, with what they are called together. */
interface OpenSelection extends OpenRuns {
  readonly selection: Selection;
}

/**
 * Opens the store of a command and selects runs: those given, all with `--all`, else the newest run with answers, or its
 * whole import or study. AppError as for `withRuns`.
 */
export function withSelection<Result>(
  ids: readonly string[],
  command: Command,
  use: (open: OpenSelection) => Promise<Result>,
): Promise<Result> {
  return withExistingStore(textOption(command, 'store'), async (store) => {
    const choice = { ids, all: isSet(command, 'all') };
    const experiments = await experimentsOfRuns(await runsOfChoice(store, choice), command);
    const { runs, ...selected } = await selectRuns(store, experiments, choice);
    return await use({ store, experiments, ...selected, runs: asDeclared(runs, command) });
  });
}

/** Returns runs that are read with the scale that `--probability-scale` and the column that `--stratum` declare, if any. */
function asDeclared(runs: readonly RunRecord[], command: Command): readonly RunRecord[] {
  const declared = textOption(command, 'probabilityScale');
  const probabilityScale = probabilityScales.find((scale) => scale === declared);
  const stratum = textOption(command, 'stratum');
  const declaration = {
    ...(probabilityScale === undefined ? {} : { probabilityScale }),
    ...(stratum === undefined ? {} : { stratum }),
  };
  return runs.map((run) => ({ ...run, ...declaration }));
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
