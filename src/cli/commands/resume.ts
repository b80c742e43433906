import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { prepareResume } from '../../config/prepare.ts';
import type { RunSettings } from '../../config/run-config.ts';
import type { RunRecord } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { carryOutAndReport, closeModels } from './run.ts';
import { chosenRuns, isSet, textOption, withStore } from './store-option.ts';

/** Goes on with a run: its id is enough, what is said beside it changes only how it is carried out. */
export async function resume(id: string, command: Command): Promise<void> {
  const location = textOption(command, 'store');
  await withStore(location, async (store) => {
    const [record] = await chosenRuns(store, [id]);
    if (record === undefined) return;
    const prepared = await prepareResume(record, {
      settings: settingsOf(record, command),
      baseUrl: textOption(command, 'baseUrl') ?? null,
      config: await loadConfig(textOption(command, 'config') ?? null),
      store,
    });
    try {
      await carryOutAndReport(prepared, { store, location, json: isSet(command, 'json') });
    } finally {
      await closeModels(prepared);
    }
  });
}

function settingsOf({ provenance }: RunRecord, command: Command): RunSettings {
  const { settings } = provenance;
  const seconds = number(command, 'timeout');
  return {
    ...settings,
    concurrency: number(command, 'concurrency') ?? settings.concurrency,
    retries: number(command, 'retries') ?? settings.retries,
    timeoutMs: seconds === null ? settings.timeoutMs : Math.round(seconds * 1000),
    budget: number(command, 'budget') ?? settings.budget,
  };
}

function number(command: Command, name: string): number | null {
  const text = textOption(command, name);
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new AppError('bad-number', `--${name} needs a number, not "${text}"`);
}
