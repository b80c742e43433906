import type { DatabaseSync } from 'node:sqlite';
import type { Command } from 'commander';
import { conditionName } from '../../answers/plan/item-task.ts';
import { unitStates } from '../../domain/outcome.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { storedReason } from '../../outcome-kinds/words.ts';
import { defaultStoreLocation } from '../../store/location.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { shellWord } from '../../util/shell-word.ts';
import { tell } from '../../util/terminal.ts';
import { type Filter, filterSchema } from '../../view/contract/contract-items.ts';
import { withRunIndex } from '../../view/server/run-rows.ts';
import { isSet, textOption } from './command-options.ts';
import { withRun } from './with-runs.ts';

const named = ['experiment', 'model', 'condition'] as const;

/** Returns the filter of a command's flags. AppError when two flags are mutually exclusive. */
export function rowFilter(run: string, command: Command): Filter {
  const given = unitStates.filter((state) => isSet(command, state));
  if (given.length > 1) {
    throw new AppError('bad-filter', `a row cannot be both ${given.join(' and ')}`, {
      hint: `give one of ${given.map((state) => `--${state}`).join(', ')}`,
    });
  }
  const reason = textOption(command, 'reason');
  return filterSchema.parse({
    run,
    experiment: textOption(command, 'experiment'),
    model: textOption(command, 'model'),
    condition: textOption(command, 'condition'),
    search: textOption(command, 'search'),
    reason: reason === undefined ? undefined : storedReason(reason),
    state: given[0],
    divergent: isSet(command, 'divergent'),
  });
}

/** Returns whether a command has a flag that selects rows. */
export function choosesRows(command: Command): boolean {
  return [...unitStates, 'divergent'].some((name) => isSet(command, name));
}

/** Returns the flags that select rows as the user gave them, each after a space. */
export function rowFlags(command: Command): string {
  const flags = [...unitStates, 'divergent'].filter((name) => isSet(command, name)).map((name) => ` --${name}`);
  const texts = named.flatMap((name) => {
    const value = textOption(command, name);
    return value === undefined ? [] : [` --${name} ${shellWord(value)}`];
  });
  return [...flags, ...texts].join('');
}

/** A run in an open store. */
export interface OpenRun {
  readonly store: Store;
  readonly run: RunRecord;
  readonly experiments: Experiments;
}

/** Opens the updated index of a command's run, with progress on stderr. */
export async function withRowIndex<T>(
  id: string,
  command: Command,
  use: (database: DatabaseSync, opened: OpenRun) => T | Promise<T>,
): Promise<T> {
  const location = textOption(command, 'store') ?? defaultStoreLocation();
  return withRun(id, command, async ({ store, run, experiments }) => {
    const experiment = textOption(command, 'experiment');
    for (const name of named) refuseUnknown(run, name, { given: textOption(command, name), experiment });
    const onProgress = (share: number) => tell(`reading the run: ${Math.round(share * 100)} %\n`);
    const onUnwritable = (reason: string) =>
      tell(`note: the index cannot be written (${reason}); this command reads the run without it\n`);
    return withRunIndex({ store, location, run, experiments, onProgress, onUnwritable }, (database) =>
      use(database, { store, run, experiments }),
    );
  });
}

/** The names that a run has, and the code of an error about another one. */
interface KnownNames {
  readonly code: 'unknown-model' | 'unknown-experiment' | 'unknown-condition';
  readonly known: readonly string[];
}

/** Refuses a name that a run does not have: it would look as if no item matched. */
function refuseUnknown(
  { id, config }: RunRecord,
  what: (typeof named)[number],
  { given, experiment }: { readonly given: string | undefined; readonly experiment: string | undefined },
): void {
  const chosen = config.experiments.filter(({ name }) => experiment === undefined || name === experiment);
  const conditions = new Set(chosen.flatMap((each) => each.conditions.map(conditionName)));
  const { code, known }: KnownNames = (
    {
      model: { code: 'unknown-model', known: config.models.map(({ name }) => name) },
      experiment: { code: 'unknown-experiment', known: config.experiments.map(({ name }) => name) },
      condition: { code: 'unknown-condition', known: [...conditions] },
    } satisfies Record<typeof what, KnownNames>
  )[what];
  if (given === undefined || known.includes(given)) return;
  throw new AppError(code, `run ${id} has no ${what} ${given}`, { hint: `it has ${known.map(shellWord).join(', ')}` });
}
