import type { Command } from 'commander';
import { type Analysis, analyseAll } from '../../analyse/analyse.ts';
import { compare as compareModels } from '../../analyse/compare.ts';
import { dataOfRuns } from '../../analyse/data-of-runs.ts';
import { loadConfig } from '../../config/load.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { runOutcomes } from '../../pipeline.ts';
import { terminalComparison } from '../../report/terminal-comparison.ts';
import type { OutcomeRow } from '../../score/outcome.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { chosenRuns, isSet, print, textOption, withStore } from './store-option.ts';

/** Reads, scores and analyses runs of a store: estimates, and what comparing their models needs. */
export async function analysisOfRuns(store: Store, runs: readonly RunRecord[], seed: number): Promise<Analysis> {
  const experiments = experimentRegistry((await loadConfig(null)).experiments ?? []);
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const run of runs) yield* runOutcomes(store, run, experiments);
  }
  return analyseAll(rows(), { experiments, seed, dataOf: dataOfRuns(runs) });
}

/** Models of one or several runs against each other, on the items that they share. */
export async function compare(ids: readonly string[], command: Command): Promise<void> {
  const seed = Number(textOption(command, 'seed') ?? '1');
  if (!Number.isSafeInteger(seed)) throw new AppError('bad-number', '--seed needs a whole number');
  await withStore(textOption(command, 'store'), async (store) => {
    const runs = await chosenRuns(store, ids);
    if (runs.length === 0) {
      throw new AppError('no-runs', 'the store holds no run', {
        hint: 'make one with two models: `seb run --model A --model B`',
      });
    }
    const { fields } = await analysisOfRuns(store, runs, seed);
    const comparison = compareModels(fields, { seed });
    print(isSet(command, 'json') ? JSON.stringify(comparison) : terminalComparison(comparison));
  });
}
