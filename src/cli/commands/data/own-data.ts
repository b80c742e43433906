import type { Command } from 'commander';
import { knownFormats, loadDataset } from '../../../dataset/load.ts';
import { columnsText, refuseUnknownFields } from '../../../dataset/own-rows.ts';
import { manyTemplates, templateShare } from '../../../dataset/shared-templates.ts';
import { shippedDataset } from '../../../dataset/shipped-datasets.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import { groupColumn, type ItemBase } from '../../../domain/item.ts';
import type { Experiment } from '../../../experiments/experiment.ts';
import { experimentNamed } from '../../../experiments/registry.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import { ItemGroups } from '../../../run/plan/item-groups.ts';
import { minVerdictClusters } from '../../../stats/rungs/no-verdict.ts';
import { AppError } from '../../../util/app-error.ts';
import { counted } from '../../../util/numbers.ts';
import { shellWord } from '../../../util/shell-word.ts';
import { print, tell } from '../../../util/terminal.ts';
import { oneLine } from '../../../util/text.ts';
import { cliOptions } from '../../flags/cli-options.ts';
import { experimentsWith } from '../../flags/command-experiments.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { wrapMessage } from '../../flags/terminal-options.ts';
import { invocation } from '../../invocation.ts';

/** Prints two items of the shipped set as JSON lines, and the required columns on stderr. */
export async function printExample(name: string, command: Command): Promise<void> {
  const experiment = experimentNamed(await experimentsWith([name], command), name);
  const { items } = shippedDataset<ItemBase>(experiment);
  for (const item of items.slice(0, 2)) print(safeJson(item));
  tell(
    wrapMessage(
      `${columnsText(experiment).split(';')[0]}. CSV and TSV name the columns in the first line and separate the entries of a list cell with ";" or "|".\n`,
    ),
  );
}

/** Reads a data file as a run would, and prints what it found. AppError where a run would refuse the file. */
export async function checkData(file: string, command: Command): Promise<void> {
  const name = textOption(command, 'experiment') ?? '';
  const experiments = await experimentsWith([name], command);
  const experiment = experimentNamed(experiments, name);
  const { map, mapValue } = cliOptions(command);
  refuseUnknownFields({ columns: map ?? {}, values: mapValue ?? {} }, [experiment]);
  const invalid: AppError[] = [];
  const read = async () =>
    loadDataset<ItemBase>(experiment, file, {
      formats: knownFormats(experiments.values()),
      seed: 1,
      onInvalid: (error) => void invalid.push(error),
      ...(map === undefined ? {} : { map }),
      ...(mapValue === undefined ? {} : { mapValue }),
    });
  const dataset = await read().catch((error: unknown) => {
    throw invalid.length > 0 ? invalidRows(invalid, 0) : error;
  });
  if (invalid.length > 0) throw invalidRows(invalid, dataset.items.length);
  const found = foundIn(dataset, experiment, file);
  if (isSet(command, 'json')) return print(safeJson(found));
  const examples = [...dataset.items].slice(0, shownItems);
  print(`${oneLine(file, 200)}: ${counted(found.items, 'item')} for ${experiment.name}`);
  print(`fields:      ${oneLine(found.fields.join(', '), 200)}`);
  const metadata = found.metadata.filter((name) => name !== groupColumn);
  if (metadata.length > 0) print(`metadata:    ${oneLine(metadata.join(', '), 200)} (kept, but not in any prompt)`);
  if (metadata.length < found.metadata.length)
    print(`group:       ${groupColumn} (items with the same value count as one group; not in any prompt)`);
  print(`license:     ${oneLine(found.licence, 200)}`);
  for (const [index, item] of examples.entries()) {
    print(`\nitem ${index + 1} as it was read:`);
    for (const line of itemLines(item)) print(`  ${line}`);
  }
  for (const warning of found.warnings) print(`\n${wrapMessage(`warning: ${warning}`)}`);
  const flags = [...pairFlags('map', map), ...pairFlags('map-value', mapValue)].join('');
  const items = shellWord(`${experiment.name}=${file}`);
  print(
    `\nrun it with: ${invocation()} run --model provider/model --experiment ${experiment.name} --items ${items}${flags}`,
  );
}

const shownItems = 2;

/** Returns the error of a file with invalid rows: the first one, and their number. */
function invalidRows(errors: readonly AppError[], valid: number): AppError {
  const [first] = errors;
  const share = `${counted(errors.length, 'invalid row')} of ${errors.length + valid}`;
  return new AppError('data-rows', `${share}; the first: ${first?.message}`, {
    ...((first?.hint ?? null) === null ? {} : { hint: first?.hint ?? '' }),
  });
}

/**
 * Warns of items that count as one group because their texts are equal or near-equal, and of items that are made of
 * templates, which make verdicts too sure unless such items are one group.
 */
function groupWarnings({ items }: Dataset, experiment: Experiment): readonly string[] {
  const groups = new ItemGroups([{ experiment, items }]);
  const texts = [...items].map((item) => ({ text: experiment.title(item), group: groups.of(experiment, item) }));
  const declared = new Set([...items].map((item) => experiment.cluster(item))).size;
  const joined = new Set(texts.map(({ group }) => group)).size;
  const share = templateShare(texts);
  return [
    ...(joined === declared
      ? []
      : [
          `${isGrouped(items) ? 'the same `group`, and ' : ''}equal and near-equal texts count as one group: ${counted(items.length, 'item')}, ${counted(joined, 'group')} (${declared} without joining). A verdict needs ${minVerdictClusters}.`,
        ]),
    ...(share <= manyTemplates
      ? []
      : [
          `${Math.round(100 * share)} % of the items share most of their wording with other items. Items of one template are not independent, so verdicts may be too sure.`,
        ]),
  ];
}

function isGrouped(items: Dataset['items']): boolean {
  return [...items].some(({ metadata }) => metadata?.[groupColumn] !== undefined);
}

function foundIn(dataset: Dataset, experiment: Experiment, file: string) {
  const fields = new Set<string>();
  const metadata = new Set<string>();
  const single = new Map<string, { rows: number; entry: string }>();
  for (const item of dataset.items) {
    for (const [name, value] of Object.entries(item)) {
      if (name !== 'metadata') fields.add(name);
      if (!Array.isArray(value) || value.length !== 1 || !String(value[0]).includes(',')) continue;
      const { rows, entry } = single.get(name) ?? { rows: 0, entry: String(value[0]) };
      single.set(name, { rows: rows + 1, entry });
    }
    for (const name of Object.keys(item.metadata ?? {})) metadata.add(name);
  }
  const [first] = dataset.items;
  return {
    file,
    experiment: experiment.name,
    items: dataset.items.length,
    fields: [...fields],
    metadata: [...metadata],
    licence: dataset.licence,
    origin: dataset.origin,
    sha256: dataset.sha256,
    first: first === undefined ? null : experiment.title(first),
    warnings: [
      ...groupWarnings(dataset, experiment),
      ...[...single].map(
        ([name, { rows, entry }]) =>
          `${name} of ${counted(rows, 'item')} is a list with one entry that contains commas: ${JSON.stringify(oneLine(entry, 60))}. Separate the entries of a list cell with ; or |, or write a JSON list.`,
      ),
    ],
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
