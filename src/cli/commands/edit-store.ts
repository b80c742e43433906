import type { Command } from 'commander';
import { jobOutJson, jobOutLine } from '../../answers/batch/batch-lines.ts';
import { chosenRuns } from '../../answers/choose-runs.ts';
import { plannedRemoval, removeRun } from '../../answers/remove-run.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { Removal } from '../../store/store.ts';
import { type Merged, mergeStore } from '../../store/transfer/merge-stores.ts';
import { withExistingStore, withStore } from '../../store/use-store.ts';
import { findInStudies } from '../../study/steps/trained-on-run.ts';
import { shortKey } from '../../train/job-lines.ts';
import { AppError } from '../../util/app-error.ts';
import { bytesText, counted, dollars } from '../../util/numbers.ts';
import { print, printScreen, wrapTyped } from '../../util/terminal.ts';
import { experimentsOfRuns } from '../flags/command-experiments.ts';
import { isSet, textOption } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';

/**
 * Removes runs with the answers that no other run uses, and prints the effect; with `--dry-run`, prints it only. AppError
 * `trained-on` for a run on whose answers a study trained, unless `--force` is given; nothing is removed then.
 */
export async function removeRuns(ids: readonly string[], command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOfRuns(await store.runs(), command);
    const isDry = isSet(command, 'dryRun');
    const chosen = await Promise.all(
      (await chosenRuns(store, ids)).map(async (run) => ({ run, uses: await findInStudies(store, run.id) })),
    );
    if (!isDry && !isSet(command, 'force')) for (const { run, uses } of chosen) refuseTrainedOn(run.id, uses);
    for (const { run, uses } of chosen) {
      const { bytes } = await store.runSize(run.id);
      const { out, ...removal } = await (isDry ? plannedRemoval : removeRun)(store, run, experiments);
      const { name } = run.provenance;
      if (isSet(command, 'json'))
        print(
          JSON.stringify({
            run: run.id,
            name: name ?? null,
            ...(isDry ? { dryRun: true } : {}),
            ...{ ...removal, bytes: freedBytes(removal, bytes) },
            out: out.map(jobOutJson),
          }),
        );
      else
        printWrapped(
          `${isDry ? 'would remove' : 'removed'} run ${run.id}${name === undefined ? '' : ` (${name})`} and ${removalText(removal, bytes)}`,
        );
      if (isSet(command, 'json')) continue;
      for (const each of out) printWrapped(`no run takes the answers of ${jobOutLine(each)}`);
      for (const id of uses.studies) printWrapped(`study ${id.slice(0, 12)} used this run: ${againText(uses)}`);
    }
  });
}

type Uses = Awaited<ReturnType<typeof findInStudies>>;

function refuseTrainedOn(run: RunId, uses: Uses): void {
  const { studies, jobs } = uses;
  if (jobs.length === 0) return;
  const study = studies.length === 0 ? 'a study' : `study ${studies.map((id) => id.slice(0, 12)).join(', ')}`;
  const keys = jobs.map((job) => shortKey(job)).join(', ');
  throw new AppError(
    'trained-on',
    `${study} trained on the answers of run ${run} (${counted(jobs.length, 'job')}: ${keys}); nothing was removed`,
    { hint: `${againText(uses)}; to remove it all the same: \`seb rm ${run} --force\`` },
  );
}

/** Returns what running a study again sends and trains after its run was removed. */
function againText({ jobs, dollars: most }: Uses): string {
  const calls = 'running the study again sends the calls of this run again';
  if (jobs.length === 0) return calls;
  const cost = most === null ? ' at an unknown price' : most === 0 ? '' : ` for up to ${dollars(most)}`;
  return `${calls}, and trains again where an answer differs: ${counted(jobs.length, 'job')}${cost}`;
}

function printWrapped(text: string): void {
  for (const line of wrapTyped(text, terminalWidth())) printScreen(line);
}

/** Returns the bytes of the answers that are removed: the share of those of the run, whose blocks other runs may use. */
function freedBytes({ freed, kept }: Removal, bytes: number): number {
  return Math.round((bytes * freed) / Math.max(1, freed + kept));
}

function removalText(removal: Removal, bytes: number): string {
  const { freed, kept, dollars: spent } = removal;
  const cost = spent === null ? 'unknown cost' : dollars(spent);
  const rest =
    kept === 0
      ? ''
      : `; ${counted(kept, 'answer is kept because other runs use it; its', 'answers are kept because other runs use them; their')} cost now counts for those runs`;
  const size = `${kept === 0 ? '' : 'about '}${bytesText(freedBytes(removal, bytes))}`;
  return `${counted(freed, 'answer')} (${size}, ${cost})${rest}. The file does not shrink; new answers reuse the space.`;
}

const sourceHint = 'check the path: the files that seb merge reads are its arguments';

/** Says what a merge copied: "2 runs, 40 answers and 12 labels copied; 0 answers already there". */
function mergedText({ runs, answers, known, labels, studies, jobs }: Merged): string {
  const more = [
    ...(labels === 0 ? [] : [counted(labels, 'label')]),
    ...(studies === 0 ? [] : [counted(studies, 'study', 'studies')]),
    ...(jobs === 0 ? [] : [counted(jobs, 'training job')]),
  ];
  const parts = [counted(runs, 'run'), counted(answers, 'answer'), ...more];
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)} copied; ${counted(known, 'answer')} already there`;
}

/** Copies all runs, answers, labels, studies and jobs of several stores into one. */
export async function mergeStores(sources: readonly string[], command: Command): Promise<void> {
  // a missing source must not leave an empty target behind
  for (const source of sources) await withExistingStore(source, async () => {}, sourceHint);
  await withStore(textOption(command, 'into'), async (into) => {
    for (const source of sources) {
      await withExistingStore(
        source,
        async (from) => {
          const merged = await mergeStore(from, into);
          if (isSet(command, 'json')) print(JSON.stringify({ from: source, ...merged }));
          else printScreen(`${source}: ${mergedText(merged)}`);
        },
        sourceHint,
      );
    }
  });
}
