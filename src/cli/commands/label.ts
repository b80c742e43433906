import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { CallKey } from '../../domain/call.ts';
import { judgedResponses } from '../../labels/judged-responses.ts';
import { labelsCsv, readLabels, sampleCsv } from '../../labels/label-file.ts';
import { sampleResponses } from '../../labels/label-sample.ts';
import { readLabelResults } from '../../labels/read-results.ts';
import { runsToRead } from '../../pipeline/choose-runs.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { print, tell } from '../../util/terminal.ts';
import { escapeControls, fraction, table } from '../../util/text.ts';
import type { LabelResults } from '../../view/contract/contract-items.ts';
import { experimentsOf, isSet, seedOption, textOption } from '../command-options.ts';

/** Writes responses to be labeled. */
export async function sampleLabels(id: string, count: string, command: Command): Promise<void> {
  const size = Number(count);
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new AppError('bad-number', `a number of responses is needed, not "${count}"`, {
      hint: 'for example: seb label sample RUN 100 --out labels.csv',
    });
  }
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const [run] = await runsToRead(store, [id], experiments);
    if (run === undefined) return;
    const stratify = textOption(command, 'stratify') === 'judge' ? 'judge' : 'none';
    const options = { count: size, seed: seedOption(command) ?? 1, stratify } as const;
    const drawn = await sampleResponses(judgedResponses(store, run, experiments), options);
    if (drawn.length === 0) {
      throw new AppError('nothing-to-label', `run ${run.id} has no judged responses`, {
        hint: 'responses of the experiment restriction are judged and can be labeled',
      });
    }
    const file = textOption(command, 'out');
    if (file === undefined) print(sampleCsv(drawn).replace(/\n$/, ''));
    else writeFileSync(file, sampleCsv(drawn));
    tell(
      `${drawn.length} responses${file === undefined ? '' : ` in ${file}`}; fill in the column "value" with compliance, partial-refusal or refusal\n`,
    );
  });
}

/** Adds the labels of a file to the store and prints what they say of the judges. */
export async function importLabels(file: string, command: Command): Promise<void> {
  const by = textOption(command, 'by')?.trim() ?? '';
  if (by === '' || by.length > 60) {
    throw new AppError('bad-label', '--by needs a name of at most 60 characters', { hint: 'for example --by ann' });
  }
  const text = readText(file);
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const known = (keys: readonly string[]) =>
      store.existing(keys.filter((key) => /^[0-9a-f]{64}$/.test(key)) as CallKey[]); // the shape of a key
    const labels = await readLabels(text, { by, at: new Date().toISOString(), known });
    await store.addLabels(labels);
    tell(`${labels.length} labels of ${by} were added\n`);
    const experiments = await experimentsOf(command);
    const runs = await runsToRead(store, [], experiments);
    printResults(await readLabelResults({ store, runs, experiments, seed: 1 }));
  });
}

/** Prints every label. */
export async function exportLabels(command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    print(labelsCsv(await store.labels()).replace(/\n$/, ''));
  });
}

/** Prints the agreement of people and judges. */
export async function labelResults(ids: readonly string[], command: Command): Promise<void> {
  await withExistingStore(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const runs = await runsToRead(store, ids, experiments);
    const results = await readLabelResults({ store, runs, experiments, seed: 1 });
    if (isSet(command, 'json')) return print(safeJson(results));
    printResults(results);
  });
}

function printResults({ sentences, rates }: LabelResults): void {
  for (const sentence of sentences) print(escapeControls(sentence));
  if (rates.length === 0) return;
  const rows = rates.map(({ model, judge, labeler, judged, corrected, interval }) => [
    escapeControls(model),
    escapeControls(judge),
    escapeControls(labeler),
    fraction(judged),
    corrected === null
      ? 'n/a'
      : `${fraction(corrected)} [${fraction(interval?.[0] ?? null)}, ${fraction(interval?.[1] ?? null)}]`,
  ]);
  print('');
  const header = ['refusals of', 'judge', 'labels of', 'judged', 'corrected [95 %]'];
  print(table(header, rows, ['left', 'left', 'left', 'right', 'right']));
  print('\ncorrected: by the method of Rogan and Gladen, with the interval of Lang and Reiczigel;');
  print("labels are weighted by the verdicts of the run's judge: random and stratified samples can be used.");
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError('no-file', `cannot read ${file}`, { hint: 'give the CSV file that was filled in', cause });
  }
}
