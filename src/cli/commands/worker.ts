import type { Command } from 'commander';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { prepareResume } from '../../answers/prepare/prepare.ts';
import { closeModels, type PreparedRun } from '../../answers/prepare/prepared-run.ts';
import type { PgBossBlocks } from '../../answers/workers/pg-boss-queue.ts';
import { queueLocation, queueRun, withQueue } from '../../answers/workers/queue-run.ts';
import { finishRun } from '../../answers/workers/work-run.ts';
import { type WorkedRun, workRuns } from '../../answers/workers/work-runs.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { Store } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { counted } from '../../util/numbers.ts';
import { print, printScreen, tell } from '../../util/terminal.ts';
import { endingText } from '../execution/ending-text.ts';
import { progressDisplay } from '../execution/progress-display.ts';
import { cliOptions } from '../flags/cli-options.ts';
import { configOf } from '../flags/command-experiments.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { exitCodeOf, exitCodes } from '../process/exit-codes.ts';
import { interruptSignal } from '../process/interrupt.ts';

/** Puts a run into the queue of its store, and prints what the queue holds and how workers start. */
export async function queue(
  prepared: PreparedRun,
  { store, command }: { readonly store: Store; readonly command: Command },
): Promise<void> {
  const { store: location } = cliOptions(command);
  await withQueue(queueLocation(location), async (blocks) => {
    const queued = await queueRun(prepared, { store, blocks });
    const { run, added, waiting, held } = queued;
    const isEmpty = waiting + held === 0;
    if (isEmpty && (await store.finished(run)) === null) {
      await finishRun(prepared, { store, isEmpty: async () => true });
    }
    if (isSet(command, 'json')) return print(safeJson({ ...queued, status: (await store.run(run))?.status }));
    if (isEmpty) return printScreen(`run ${run} is finished: every call has an answer`);
    printScreen(
      `run ${run}: ${counted(waiting, 'block')} of items in the queue (${added} new), ${held} held by workers\nto execute them: \`seb worker\``,
    );
  });
}

/** Executes runs of the queue until it is empty. Ctrl-C or SIGTERM ends it once the calls in flight are stored. */
export async function worker(command: Command): Promise<void> {
  const options = cliOptions(command);
  const config = await configOf(command);
  const location = queueLocation(options.store);
  await withExistingStore(options.store, (store) =>
    withQueue(location, async (blocks) => {
      const prepare = async (run: string): Promise<PreparedRun> => {
        const [record] = await chosenRuns(store, [run]);
        if (record === undefined) throw new Error(`run ${run} was not found`);
        return await prepareResume(record, { options, config, store });
      };
      const named = textOption(command, 'run');
      const only = named === undefined ? null : ((await chosenRuns(store, [named]))[0]?.id ?? null);
      if (isSet(command, 'dryRun')) return await printQueue(blocks, { only, prepare });
      const interrupt = interruptSignal(
        () => tell('\nending: waiting for the calls in flight (Ctrl-C again to quit without them)\n'),
        () => tell('\nworker quit without its calls in flight; other workers continue the run\n'),
      );
      const display = progressDisplay({ countUnpriced: false });
      const files = { location: options.store, configFile: textOption(command, 'config') };
      const onRun = (worked: WorkedRun) => {
        if (worked.kind === 'ended') {
          process.exitCode = exitCodeOf(worked);
          const { ending } = worked;
          const isStopped = ending.kind === 'paused' && ending.why === 'stopped';
          tell(
            isStopped ? `worker ended; run ${worked.run} continues with other workers\n` : endingText(worked, files),
          );
        } else if (worked.kind === 'skipped') {
          process.exitCode = exitCodes.incomplete;
          tell(`run ${worked.run} is left to other workers: ${worked.error.message}\n`);
        } else {
          if (worked.kind === 'incomplete') process.exitCode = exitCodes.incomplete;
          tell(`run ${worked.run} is ${worked.kind}; \`seb report ${worked.run}\`\n`);
        }
      };
      try {
        await workRuns({
          ...{ store, blocks, prepare, only, stop: interrupt.signal, onRun },
          isWaiting: isSet(command, 'wait'),
          onProgress: display.show,
          onStart: (run) => tell(`working on run ${run}\n`),
          onPause: (error, ms) => tell(`${error.message}; trying again in ${Math.round(ms / 1000)} s\n`),
        });
      } finally {
        if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
        interrupt.dispose();
      }
    }),
  );
}

interface DryRunOptions {
  readonly only: string | null;
  readonly prepare: (run: string) => Promise<PreparedRun>;
}

/** Prints the runs in the queue, after opening the models of each. */
async function printQueue(blocks: PgBossBlocks, { only, prepare }: DryRunOptions): Promise<void> {
  const runs = (await blocks.runs()).filter(({ run }) => only === null || run === only);
  if (runs.length === 0) return printScreen('the queue is empty; `seb run --queue` fills it');
  for (const { run, waiting, held } of runs) {
    const prepared = await prepare(run);
    const models = Array.from(prepared.models.values(), ({ model }) => model.name).join(', ');
    await closeModels(prepared);
    printScreen(`run ${run}: ${counted(waiting, 'block')} waiting, ${held} held by workers; models: ${models}`);
  }
  printScreen('Nothing was sent.');
}
