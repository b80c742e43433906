import type { Command } from 'commander';
import { runOf } from '../../config/chosen-run.ts';
import { defaultStoreLocation } from '../../store/location.ts';
import { openStore } from '../../store/open.ts';
import type { RunRecord, Store } from '../../store/store.ts';

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

/** The runs of these ids (or unambiguous beginnings of ids), each once; all of the store, oldest first, without ids. */
export async function chosenRuns(store: Store, ids: readonly string[]): Promise<readonly RunRecord[]> {
  const all = (await store.runs()).toReversed();
  return ids.length === 0 ? all : [...new Set(ids.map((id) => runOf(all, id)))];
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
