import type { Command } from 'commander';
import { nextSteps } from '../../../analyze/next-steps/next-steps.ts';
import { labelCounts } from '../../../answers/prepare/item-warnings.ts';
import { loadItems } from '../../../answers/prepare/load-items.ts';
import { columnsText, fieldsOf, refuseUnknownFields } from '../../../data/item-fields.ts';
import { knownFormats } from '../../../data/load.ts';
import { shippedDataset } from '../../../data/shipped-datasets.ts';
import { type Dataset, groupColumn, type ItemBase } from '../../../domain/dataset.ts';
import type { Experiment } from '../../../experiments/experiment.ts';
import { experimentNamed } from '../../../experiments/registry.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { shellWord } from '../../../util/shell-word.ts';
import { print, printScreen, tell } from '../../../util/terminal.ts';
import { oneLine } from '../../../util/text.ts';
import { cliOptions } from '../../flags/cli-options.ts';
import { experimentsWith } from '../../flags/command-experiments.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { printNext } from '../../flags/next-command.ts';
import { wrapScreen } from '../../flags/terminal-options.ts';

/** Prints two items of the shipped set as JSON lines, and the required columns on stderr. */
export async function printExample(name: string, command: Command): Promise<void> {
  const experiment = experimentNamed(await experimentsWith([name], command), name);
  const { items } = shippedDataset<ItemBase>(experiment);
  for (const item of items.slice(0, 2)) print(safeJson(item));
  tell(
    `${columnsText(experiment).split(';')[0]}. CSV and TSV name the columns in the first line and separate the entries of a list cell with ";" or "|".\n`,
  );
}

/** Checks logs of other tools, stored runs, or a data file for an experiment. AppError for several data files. */
export async function checkFiles(files: readonly string[], command: Command): Promise<void> {
  if (isSet(command, 'study')) return await (await import('../study/study-report.ts')).checkStudyFiles(files, command);
  if (textOption(command, 'experiment') === undefined) {
    const { logPaths } = await import('../logs/log-paths.ts');
    const { checkLogs, checkRuns } = await import('../logs/check-logs.ts');
    const logs = await logPaths(files, command);
    return logs === null ? await checkRuns(files, command) : await checkLogs(logs, command);
  }
  const [file = '', ...more] = files;
  if (more.length > 0)
    throw new AppError('log-flag', '--experiment checks one data file', { hint: 'give one file at a time' });
  await checkData(file, command);
}

/** Reads a data file as a run would, and prints what it found. AppError where a run would refuse the file. */
async function checkData(file: string, command: Command): Promise<void> {
  const name = textOption(command, 'experiment') ?? '';
  const experiments = await experimentsWith([name], command);
  const experiment = experimentNamed(experiments, name);
  const { map, mapValue } = cliOptions(command);
  refuseUnknownFields({ columns: map ?? {}, values: mapValue ?? {} }, [experiment]);
  const { dataset, notes } = await loadItems(experiment, file, {
    map,
    mapValue,
    formats: knownFormats(experiments.values()),
  });
  const found = foundIn(dataset, { experiment, file, warnings: notes });
  if (isSet(command, 'json')) return print(safeJson(found));
  const examples = [...dataset.items].slice(0, shownItems);
  printScreen(`${oneLine(file, 200)}: ${counted(found.items, 'item')} for ${experiment.name}`);
  printScreen(`fields:      ${oneLine(found.fields.join(', '), 200)}`);
  const metadata = found.metadata.filter((name) => name !== groupColumn);
  if (metadata.length > 0)
    printScreen(`metadata:    ${oneLine(metadata.join(', '), 200)} (kept, but not in any prompt)`);
  if (metadata.length < found.metadata.length)
    printScreen(`group:       ${groupColumn} (items with the same value count as one group; not in any prompt)`);
  for (const [name, counts] of Object.entries(found.values)) {
    const listed = Object.entries(counts).map(([value, count]) => `${value} (${count})`);
    printScreen(`${`${name}:`.padEnd(12)} ${oneLine(listed.join(', '), 200)}`);
  }
  printScreen(`license:     ${oneLine(found.licence, 200)}`);
  for (const [index, item] of examples.entries()) {
    printScreen(`\nitem ${index + 1} as it was read:`);
    for (const line of itemLines(item)) printScreen(`  ${line}`);
  }
  for (const warning of found.warnings) printScreen(`\n${wrapScreen(`warning: ${warning}`)}`);
  const flags = [...pairFlags('map', map), ...pairFlags('map-value', mapValue)].join('');
  const items = shellWord(`${experiment.name}=${file}`);
  const runCommand = `seb run --model provider/model --experiment ${experiment.name} --items ${items}${flags}`;
  printNext(nextSteps({ kind: 'data', command: runCommand }), command);
}

const shownItems = 2;

interface Checked {
  readonly experiment: Experiment;
  readonly file: string;
  readonly warnings: readonly string[];
}

function foundIn(dataset: Dataset, { experiment, file, warnings }: Checked) {
  const fields = new Set<string>();
  const metadata = new Set<string>();
  for (const item of dataset.items) {
    for (const name of Object.keys(item)) if (name !== 'metadata') fields.add(name);
    for (const name of Object.keys(item.metadata ?? {})) metadata.add(name);
  }
  const [first] = dataset.items;
  const labels = Object.entries(labelCounts(dataset, fieldsOf(experiment) ?? {}));
  return {
    file,
    experiment: experiment.name,
    items: dataset.items.length,
    fields: [...fields],
    metadata: [...metadata],
    values: Object.fromEntries(labels.map(([name, { counts }]) => [name, counts])),
    licence: dataset.licence,
    origin: dataset.origin,
    sha256: dataset.sha256,
    first: first === undefined ? null : experiment.title(first),
    warnings,
  };
}

/** Returns an item's fields as lines; a list with the number of its entries, each quoted. */
function itemLines(item: ItemBase): readonly string[] {
  const entries = Object.entries(item).filter(([name]) => name !== 'metadata');
  const width = Math.max(...entries.map(([name]) => name.length)) + 1;
  return entries.map(([name, value]) => `${`${name}:`.padEnd(width)} ${oneLine(valueText(value), maxValueColumns)}`);
}

const maxValueColumns = 160;

function valueText(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return `${counted(value.length, 'entry', 'entries')}: ${value.map((each) => JSON.stringify(each)).join(', ')}`;
}

function pairFlags(flag: string, pairs: Readonly<Record<string, string>> = {}): readonly string[] {
  const texts = Object.entries(pairs).map(([name, value]) => shellWord(`${name}=${value}`));
  return texts.length === 0 ? [] : [` --${flag} ${texts.join(' ')}`];
}
