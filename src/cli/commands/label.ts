import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { humanJudge } from '../../domain/judging.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { print, printScreen, tell } from '../../util/terminal.ts';
import { labelsCsv, sampleCsv } from '../../view/labels/label-file.ts';
import { labelResultLines } from '../../view/labels/label-lines.ts';
import { addLabels, drawResponses, labelerName } from '../../view/labels/label-store.ts';
import { readLabelResults } from '../../view/labels/read-results.ts';
import { isSet, itemCount, seedOption, textOption } from '../flags/command-options.ts';
import { terminalWidth } from '../flags/terminal-options.ts';
import { withRun, withRuns } from '../flags/with-runs.ts';

/** Writes responses to be labeled. */
export async function sampleLabels(id: string, text: string, command: Command): Promise<void> {
  const count = itemCount(text, 'for example `seb label sample RUN 100 --out labels.csv`');
  await withRun(id, command, async ({ store, run, experiments }) => {
    const stratify = textOption(command, 'stratify') === 'judge' ? 'judge' : 'none';
    const drawn = await drawResponses(store, { run, experiments }, { count, seed: seedOption(command) ?? 1, stratify });
    const file = textOption(command, 'out');
    if (file === undefined) print(sampleCsv(drawn).replace(/\n$/, ''));
    else writeFileSync(file, sampleCsv(drawn));
    const place = file === undefined ? '' : ` in ${file}`;
    const what = 'fill in the column "value": compliance, partial-refusal or refusal';
    tell(`${drawn.length} responses${place}; ${what}\n`);
  });
}

/** Adds the labels of a file to the store and prints how they agree with the judges. */
export async function importLabels(file: string, command: Command): Promise<void> {
  const by = labelerName(textOption(command, 'by') ?? '');
  await withExistingStore(textOption(command, 'store'), async (store) => {
    tell(`added ${await addLabels(store, file, by)} labels of ${by}\n`);
    tell(`to let them decide the outcomes, repeat \`seb run\` with --judge ${humanJudge(by)}: nothing is sent\n`);
  });
  await labelResults([], command);
}

/** Prints every label as CSV. */
export async function exportLabels(command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    print(labelsCsv(await store.labels()).replace(/\n$/, ''));
  });
}

/** Prints the agreement of people and judges. */
export async function labelResults(ids: readonly string[], command: Command): Promise<void> {
  await withRuns(ids, command, async ({ store, runs, experiments }) => {
    const results = await readLabelResults({ store, runs, experiments });
    if (isSet(command, 'json')) return print(safeJson(results));
    for (const line of labelResultLines(results, terminalWidth())) printScreen(line);
  });
}
