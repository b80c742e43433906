import type { Command } from 'commander';
import type { RunOptions } from '../../answers/options/run-options.ts';
import { openInStore } from '../../answers/prepare/open-in-store.ts';
import { openModels } from '../../answers/prepare/open-models.ts';
import { prepareRun } from '../../answers/prepare/prepare.ts';
import { closeModels, type PreparedRun } from '../../answers/prepare/prepared-run.ts';
import { withLazyStore } from '../../store/use-store.ts';
import { print, printScreen, tell } from '../../util/terminal.ts';
import { executeAndReport } from '../execution/execute-and-report.ts';
import { withdrawIfAsked } from '../execution/withdraw-requests.ts';
import { runOptionsOf } from '../flags/cli-options.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

/**
 * Executes a run, or the rest of it, and prints its report; with `--dry-run`, prints its calls and cost without sending
 * anything.
 */
export async function run(command: Command): Promise<void> {
  const { options, config } = await runOptionsOf(command);
  await withLazyStore(options.store, async ({ found, open }) => {
    const isDryRun = isSet(command, 'dryRun');
    const writesFiles = textOption(command, 'writeRequests') !== undefined;
    const purpose = isDryRun ? 'estimate' : writesFiles ? 'write' : 'send';
    const openNamed: typeof openModels = (request) => openModels({ ...request, purpose });
    const prepared = await prepareRun(options, config, found, openNamed);
    try {
      const isBatch = isSet(command, 'batch');
      const isQueue = isSet(command, 'queue');
      await sayNearNames(prepared, options.prices);
      if (isQueue) await refuseWithoutQueue(options.store);
      if (isDryRun) return await printDryRun(prepared, { options, command });
      if (writesFiles) (await import('../../answers/batch/request-files.ts')).refuseWithoutRequests(prepared);
      if (isBatch) (await import('../../answers/batch/run-batch.ts')).refuseWithoutBatch(prepared);
      const store = await open(); // creates the file: what cannot be sent has been refused
      const isNew = (await store.run(prepared.id)) === null;
      await openInStore(prepared, store); // what is refused is said alone
      if (isNew) await sayWhatCannotBeShown(prepared, options);
      if (writesFiles) await (await import('./requests.ts')).writeRunRequests(prepared, { store, command });
      else {
        await withdrawIfAsked(prepared.id, { store, command });
        if (isBatch) await (await import('./collect.ts')).runBatch(prepared, { store, command, isStart: true });
        else if (isQueue) await (await import('./worker.ts')).queue(prepared, { store, command });
        else await executeAndReport(prepared, { store, location: options.store, command });
      }
    } finally {
      await closeModels(prepared);
    }
  });
}

/** Says before the first call which scores will have no verdict, whatever the answers are. */
async function sayWhatCannotBeShown(prepared: PreparedRun, options: RunOptions): Promise<void> {
  const { config, experiments, datasets } = prepared;
  const { plannedData } = await import('../../answers/estimate-run.ts');
  const { detectableDifferences } = await import('../../answers/plan/minimum-detectable-effect.ts');
  const { hopelessParts } = await import('../../answers/design-limits.ts');
  const { enoughItems } = await import('../../answers/enough-items.ts');
  const planned = {
    detectable: { experiments: detectableDifferences(config, experiments, datasets) },
    items: { experiments: plannedData(prepared) },
  };
  if (hopelessParts(planned, null).length === 0) return; // no data is loaded again
  for (const line of hopelessParts(planned, await enoughItems(prepared, options))) tell(`note: ${line}\n`);
}

/** Names models of the price list that a model without a price probably means: a typo costs a whole try otherwise. */
async function sayNearNames({ config }: PreparedRun, file: string | undefined): Promise<void> {
  const { nearestPriced, readPrices } = await import('../../models/prices.ts');
  const table = await readPrices(file ?? null);
  for (const { name } of config.models) {
    const near = nearestPriced(table, name);
    if (near.length > 0) tell(`note: ${name} is not in the price list: did you mean ${near.join(', ')}?\n`);
  }
}

interface DryRun {
  readonly options: RunOptions;
  readonly command: Command;
}

async function printDryRun(prepared: PreparedRun, { options, command }: DryRun): Promise<void> {
  const { estimateRun } = await import('../../answers/estimate-run.ts');
  const { enoughItems } = await import('../../answers/enough-items.ts');
  const { dryRunText, largerPlanText } = await import('../execution/dry-run-text.ts');
  const estimate = estimateRun(prepared, isSet(command, 'batch'));
  if (isSet(command, 'json')) return print(JSON.stringify(estimate));
  const least = await enoughItems(prepared, options);
  printScreen(dryRunText(estimate, { models: prepared.config.models.length, width: terminalWidth(), least }));
  const { nextSteps } = await import('../../analyze/next-steps/next-steps.ts');
  const { printNext } = await import('../flags/next-command.ts');
  const { givenCommand } = await import('../flags/given-command.ts');
  const given = givenCommand(command, ['--dry-run']);
  const larger = least === null ? null : { ...least, cost: largerPlanText(estimate, least.count) };
  printNext(nextSteps({ kind: 'plan', command: given, calls: estimate.calls, larger }), command);
}

/** Refuses a store that other machines cannot reach before anything is opened. */
async function refuseWithoutQueue(location: string | undefined): Promise<void> {
  (await import('../../answers/workers/queue-run.ts')).queueLocation(location);
}
