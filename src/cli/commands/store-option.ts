import type { Command } from 'commander';
import { defaultStoreLocation } from '../../store/location.ts';
import { openStore } from '../../store/open.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

/** Opens the store that a command was given, and closes it after use. */
export async function withStore<T>(location: string | undefined, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(location ?? defaultStoreLocation());
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** A text option of a command; undefined where it was not given. */
export function textOption(command: Command, name: string): string | undefined {
  const value: unknown = command.opts()[name];
  return typeof value === 'string' ? value : undefined;
}

export function isSet(command: Command, name: string): boolean {
  return command.opts()[name] === true;
}

/** The runs of these ids (or unambiguous beginnings of ids), oldest first; all of the store without ids. */
export async function chosenRuns(store: Store, ids: readonly string[]): Promise<readonly RunRecord[]> {
  const all = (await store.runs()).toReversed();
  if (ids.length === 0) return all;
  return ids.map((id) => {
    const matching = all.filter((run) => run.id.startsWith(id));
    const [only] = matching;
    if (only !== undefined && matching.length === 1) return only;
    throw new AppError(
      'unknown-run',
      matching.length === 0 ? `the store has no run ${id}` : `${matching.length} runs begin with ${id}`,
      { hint: '`seb list` shows the runs of a store; another store is named with --store' },
    );
  });
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
