import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { prepareResume } from '../../config/prepare.ts';
import { closeModels } from '../../config/prepared-run.ts';
import { chosenRuns } from '../../pipeline/choose-runs.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { cliOptions } from '../cli-options.ts';
import { textOption } from '../command-options.ts';
import { executeAndReport, outputOptions } from './run.ts';

/** Goes on with a run: its id is enough, what is said beside it changes only how it is carried out. */
export async function resume(id: string, command: Command): Promise<void> {
  const options = cliOptions(command);
  const location = options.store;
  await withExistingStore(location, async (store) => {
    const [record] = await chosenRuns(store, [id]);
    if (record === undefined) return;
    const prepared = await prepareResume(record, {
      options,
      config: await loadConfig(textOption(command, 'config') ?? null),
      store,
    });
    try {
      await executeAndReport(prepared, { store, location, ...outputOptions(command) });
    } finally {
      await closeModels(prepared);
    }
  });
}
