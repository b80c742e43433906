import type { Command } from 'commander';
import { batchLine, requestFileLine } from '../../answers/batch/batch-lines.ts';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { type BatchJob, batchJobs, isOpen, isRequestFile } from '../../answers/jobs/batch-job.ts';
import { callsOutIn } from '../../answers/jobs/calls-out.ts';
import { readQueuedBlocks } from '../../answers/workers/queued-blocks.ts';
import { shownStatus } from '../../domain/recorded.ts';
import type { RunId } from '../../domain/run-config.ts';
import { runListJson, runListLines } from '../../report/render/run-lines.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { counted } from '../../util/numbers.ts';
import { print, printScreen } from '../../util/terminal.ts';
import { pagerOf, printPaged } from '../execution/page-lines.ts';
import { isSet, listOption, textOption } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

/** Lists the runs of a store, oldest first. */
export async function list(command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const tags = listOption(command, 'tag') ?? [];
    const queued = await readQueuedBlocks(textOption(command, 'store'));
    const queueOf = async (id: RunId) => {
      const blocks = queued.find(({ run }) => run === id);
      if (blocks === undefined) return null;
      return { waiting: blocks.waiting, held: blocks.held, workers: (await store.activity(id)).workers };
    };
    const runs = await Promise.all(
      (await chosenRuns(store, [])).filter(hasTags(tags)).map(async (run) => {
        const { dollars, unknown } = await store.spent(run.id);
        return {
          run: await withCurrentStatus(store, run),
          dollars: unknown > 0 ? null : dollars,
          size: await store.runSize(run.id),
          queue: await queueOf(run.id),
        };
      }),
    );
    if (isSet(command, 'json')) return print(safeJson(runs.map(runListJson)));
    if (runs.length === 0 && tags.length > 0)
      return printScreen(`no run has ${tags.length === 1 ? 'the tag' : 'the tags'} ${tags.join(', ')}`);
    if (runs.length === 0) return printScreen(noRunsText((await store.studies()).length));
    const open = await Promise.all((await batchJobs(store, null)).filter(isOpen).map((job) => openLine(store, job)));
    printPaged([...runs.flatMap((run) => runListLines(run, terminalWidth())), ...open], pagerOf(command));
  });
}

function noRunsText(studies: number): string {
  if (studies === 0) return 'no runs yet; `seb run --model provider/model` creates one';
  return `no runs yet, and ${counted(studies, 'study', 'studies')}; \`seb study report\` prints the results of a study`;
}

/** Returns an open batch or request file in one line. */
async function openLine(store: Store, job: BatchJob): Promise<string> {
  return isRequestFile(job) ? requestFileLine(job, (await callsOutIn(store, job)).ids.length) : batchLine(job);
}

/** Returns a filter of the runs that have all given tags. */
function hasTags(tags: readonly string[]): (run: RunRecord) => boolean {
  return ({ provenance }) => tags.every((tag) => provenance.tags?.includes(tag) ?? false);
}

/** Returns a run as paused if it is stored as running but no process executes it (it was killed), and an import as finished. */
async function withCurrentStatus(store: Store, run: RunRecord): Promise<RunRecord> {
  const status = shownStatus(run);
  if (status !== 'running' || (await store.activity(run.id)).live) return { ...run, status };
  return { ...run, status: 'paused' };
}
