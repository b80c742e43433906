import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import type { RunOptions } from '../../config/options.ts';
import { prepareResume } from '../../config/prepare.ts';
import type { RunSettings } from '../../config/run-config.ts';
import type { RunRecord } from '../../store/store.ts';
import { givenOptions } from '../given-options.ts';
import { carryOutAndReport, closeModels, saidWith } from './run.ts';
import { chosenRuns, textOption, withStoreThatIs } from './store-option.ts';

/** Goes on with a run: its id is enough, what is said beside it changes only how it is carried out. */
export async function resume(id: string, command: Command): Promise<void> {
  const options = givenOptions(command);
  const location = options.store;
  await withStoreThatIs(location, async (store) => {
    const [record] = await chosenRuns(store, [id]);
    if (record === undefined) return;
    const prepared = await prepareResume(record, {
      settings: settingsOf(record, options),
      baseUrl: options.baseUrl ?? null,
      config: await loadConfig(textOption(command, 'config') ?? null),
      store,
    });
    try {
      await carryOutAndReport(prepared, { store, location, ...saidWith(command) });
    } finally {
      await closeModels(prepared);
    }
  });
}

/** The settings that the run was made with, but for what is said now. */
function settingsOf({ provenance }: RunRecord, options: RunOptions): RunSettings {
  const { settings } = provenance;
  return {
    ...settings,
    concurrency: options.concurrency ?? settings.concurrency,
    concurrencyMode: options.concurrencyMode ?? settings.concurrencyMode,
    timeoutMs: options.timeout === undefined ? settings.timeoutMs : Math.round(options.timeout * 1000),
    retries: options.retries ?? settings.retries,
    budget: options.budget ?? settings.budget,
    apiKeyVariable: options.apiKeyVariable ?? settings.apiKeyVariable,
    prices: options.prices ?? settings.prices,
  };
}
