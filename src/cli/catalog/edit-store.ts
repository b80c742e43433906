import type { Command } from 'commander';
import type { CallKey } from '../../domain/call.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { chosenRuns } from '../../pipeline/choose-runs.ts';
import { runItems } from '../../pipeline/execute-run.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { mergeStore } from '../../store/transfer/merge-stores.ts';
import { withExistingStore, withStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { print } from '../../util/terminal.ts';
import { dollars } from '../../util/text.ts';
import { experimentsOf, isSet, textOption } from '../command-options.ts';

/** Removes runs with the answers that no other run uses, and prints what that frees. */
export async function removeRuns(ids: readonly string[], command: Command): Promise<void> {
  const experiments = await experimentsOf(command);
  await withExistingStore(textOption(command, 'store'), async (store) => {
    for (const run of await chosenRuns(store, ids))
      await remove(store, run, { experiments, json: isSet(command, 'json') });
  });
}

async function remove(
  store: Store,
  run: RunRecord,
  { experiments, json }: { readonly experiments: Experiments; readonly json: boolean },
): Promise<void> {
  const lease = await store.lease(run.id);
  if (lease === null) {
    throw new AppError('run-busy', `another process is carrying out run ${run.id}`, {
      hint: 'wait for it or stop it; nothing was removed',
    });
  }
  try {
    const removal = await store.removeRun(run.id, await usedElsewhere(store, run, experiments));
    const { name } = run.provenance;
    if (json) return print(JSON.stringify({ run: run.id, name: name ?? null, ...removal }));
    const cost = removal.dollars === null ? 'unknown cost' : dollars(removal.dollars);
    const kept = removal.kept === 0 ? '' : `; ${removal.kept} answers that other runs use stay with those`;
    print(
      `removed run ${run.id}${name === undefined ? '' : ` (${name})`} and ${removal.freed} answers (${cost})${kept}. The file keeps its size; new answers fill the space.`,
    );
  } finally {
    await lease.release();
  }
}

/** The answers that other runs of the store are scored by, each with the oldest of these runs. */
async function usedElsewhere(
  store: Store,
  { id }: RunRecord,
  experiments: Experiments,
): Promise<ReadonlyMap<CallKey, RunId>> {
  const used = new Map<CallKey, RunId>();
  for (const other of (await chosenRuns(store, [])).filter((each) => each.id !== id)) {
    for await (const { calls } of runItems(store, other, experiments)) {
      for (const { stored } of calls()) {
        if (stored !== null && stored.run === id && !used.has(stored.key)) used.set(stored.key, other.id);
      }
    }
  }
  return used;
}

/** Copies all runs and answers of stores into one. */
export async function mergeStores(sources: readonly string[], command: Command): Promise<void> {
  const target = textOption(command, 'into');
  await withStore(target, async (into) => {
    for (const source of sources) {
      await withExistingStore(source, async (from) => {
        const { runs, answers, known } = await mergeStore(from, into);
        if (isSet(command, 'json')) print(JSON.stringify({ from: source, runs, answers, known }));
        else print(`${source}: ${runs} runs and ${answers} answers copied, ${known} answers were there already`);
      });
    }
  });
}
