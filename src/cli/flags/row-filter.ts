import type { DatabaseSync } from 'node:sqlite';
import type { Command } from 'commander';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { withRunIndex } from '../../server/run-rows.ts';
import { defaultStoreLocation } from '../../store/location.ts';
import type { RunRecord } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { tell } from '../../util/terminal.ts';
import { type Filter, filterSchema } from '../../view/contract/contract-items.ts';
import { experimentsOf, isSet, textOption } from '../command-options.ts';
import { shellWord } from './store-flag.ts';

const states = ['right', 'wrong', 'mixed', 'missing'] as const;
const named = ['experiment', 'model', 'condition'] as const;

/** Returns the filter of a command's flags. AppError when two of them exclude each other. */
export function rowFilter(run: string, command: Command): Filter {
  const given = states.filter((state) => isSet(command, state));
  if (given.length > 1) {
    throw new AppError('bad-filter', `a row is not both ${given.join(' and ')}`, {
      hint: `give one of ${given.map((state) => `--${state}`).join(', ')}`,
    });
  }
  return filterSchema.parse({
    run,
    experiment: textOption(command, 'experiment'),
    model: textOption(command, 'model'),
    condition: textOption(command, 'condition'),
    search: textOption(command, 'search'),
    reason: textOption(command, 'reason'),
    state: given[0],
    divergent: isSet(command, 'divergent'),
  });
}

/** Returns whether a command has a flag that chooses single rows. */
export function choosesRows(command: Command): boolean {
  return [...states, 'divergent'].some((name) => isSet(command, name));
}

/** Returns the flags that choose rows as the user gave them, each after a space. */
export function rowFlags(command: Command): string {
  const flags = [...states, 'divergent'].filter((name) => isSet(command, name)).map((name) => ` --${name}`);
  const texts = named.flatMap((name) => {
    const value = textOption(command, name);
    return value === undefined ? [] : [` --${name} ${shellWord(value)}`];
  });
  return [...flags, ...texts].join('');
}

/** Opens the index of a command's run, up to date, with progress on stderr. */
export async function withRowIndex<T>(
  id: string,
  command: Command,
  use: (database: DatabaseSync, run: RunRecord) => T | Promise<T>,
): Promise<T> {
  const location = textOption(command, 'store') ?? defaultStoreLocation();
  return withExistingStore(location, async (store) => {
    const experiments = await experimentsOf(command);
    const [run] = await runsToRead(store, [id], experiments);
    if (run === undefined) throw new AppError('unknown-run', `the store has no run ${id}`);
    const onProgress = (share: number) => tell(`reading the run: ${Math.round(share * 100)} %\n`);
    return withRunIndex({ store, location, run, experiments, onProgress }, (database) => use(database, run));
  });
}
