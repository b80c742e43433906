import type { Command } from 'commander';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { batchJobs, isOpenAtHost } from '../../answers/jobs/batch-job.ts';
import { prepareResume } from '../../answers/prepare/prepare.ts';
import { closeModels } from '../../answers/prepare/prepared-run.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { executeAndReport } from '../execution/execute-and-report.ts';
import { withdrawIfAsked } from '../execution/withdraw-requests.ts';
import { cliOptions } from '../flags/cli-options.ts';
import { configOf } from '../flags/command-experiments.ts';
import { textOption } from '../flags/command-options.ts';
import { runBatch } from './collect.ts';

/** Continues a run by its id; options change only how it is executed. */
export async function resume(id: string, command: Command): Promise<void> {
  const options = cliOptions(command);
  const location = options.store;
  await withExistingStore(location, async (store) => {
    const [record] = await chosenRuns(store, [id]);
    if (record === undefined) return;
    const config = await configOf(command);
    const writesFiles = textOption(command, 'writeRequests') !== undefined;
    const purpose = writesFiles ? 'write' : 'send';
    const prepared = await prepareResume(record, { options, config, store, purpose });
    try {
      const isBatch = (await batchJobs(store, prepared.id)).some(isOpenAtHost);
      if (writesFiles) return await (await import('./requests.ts')).writeRunRequests(prepared, { store, command });
      await withdrawIfAsked(prepared.id, { store, command });
      if (isBatch) await runBatch(prepared, { store, command, isStart: true });
      else await executeAndReport(prepared, { store, location, command });
    } finally {
      await closeModels(prepared);
    }
  });
}
