import { isMissingText } from '../../data/cells.ts';
import { isList, isText } from '../../data/fit-cell.ts';
import { fieldsOf, type ItemFields, isOptionalField, namedValues } from '../../data/item-fields.ts';
import { oneGroupText } from '../../data/joined-groups.ts';
import { manyTemplates, templateShare } from '../../data/shared-templates.ts';
import { type Dataset, groupColumn, type ItemBase } from '../../domain/dataset.ts';
import { letters } from '../../domain/question.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { enoughText, leastNumbers } from '../../stats/least-numbers.ts';
import { isRecord, ownValue } from '../../util/is-record.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { ItemGroups } from '../plan/item-groups.ts';

/** Minimum number of items for a field with one value, or a sorted one, to be worth a warning. */
const minItems = 10;

/**
 * Returns what a user should know about the items of a file before a run, a sentence each: items that count as one group,
 * a label with one value, sorted labels, equal options, and texts that are probably not what was meant. `seb run` and
 * `seb data check` both print them.
 */
export function itemWarnings(dataset: Dataset, experiment: Experiment): readonly string[] {
  const fields = fieldsOf(experiment) ?? {};
  return [...groupWarnings(dataset, experiment), ...valueWarnings(dataset, fields), ...cellWarnings(dataset, fields)];
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
  const isGrouped = [...items].some(({ metadata }) => metadata?.[groupColumn] !== undefined);
  return [
    ...(joined === declared ? [] : [joinedText({ items: items.length, declared, joined, isGrouped })]),
    ...(share <= manyTemplates
      ? []
      : [
          `${Math.round(100 * share)} % of the items share most of their wording with other items. Items of one template are not independent, so verdicts may be too sure: a column that names what they share joins them (--map group=COLUMN).`,
        ]),
  ];
}

interface Joined {
  readonly items: number;
  readonly declared: number;
  readonly joined: number;
  readonly isGrouped: boolean;
}

function joinedText({ items, declared, joined, isGrouped }: Joined): string {
  const before = declared === items ? '' : ` (${counted(declared, 'group')} by the columns of the file)`;
  const missing = leastNumbers.groups - joined;
  const cure = missing <= 0 ? '' : `; ${enoughText(missing, 'item, in a new group,', 'items, each in a new group,')}`;
  return `The ${counted(items, 'item')} count as ${counted(joined, 'group')}${before}: ${oneGroupText(isGrouped)}. A verdict needs ${leastNumbers.groups} groups${cure}.`;
}

/** The field that says which half of a split an item is in. Items are often chosen by it, so one value is no fault. */
const splitField = 'split';

/** Warns of a field with named values (a label, a key) that all items share, or by which they are sorted. */
function valueWarnings({ items }: Dataset, fields: ItemFields): readonly string[] {
  if (items.length < minItems) return [];
  return Object.entries(labelCounts({ items }, fields)).flatMap(([name, { counts, changes }]) => {
    if (name === splitField) return [];
    const values = Object.entries(counts);
    const [[value, count] = ['', 0], ...others] = values;
    if (others.length === 0) {
      if (count < items.length) return [];
      return [
        `${name} is ${value} in all ${items.length} items, so it tells no items apart. If the file is sorted, draw items with --random instead of --limit.`,
      ];
    }
    const isSorted = changes === others.length && values.every(([, each]) => each >= minItems);
    return isSorted
      ? [`The items are sorted by ${name}: take a part of them with --random, because --limit takes the first.`]
      : [];
  });
}

interface LabelCounts {
  readonly counts: Readonly<Record<string, number>>;
  /** Number of items whose value differs from that of the item before. */
  readonly changes: number;
}

/** Returns how many items have each value of the fields that take only named values, such as a label. */
export function labelCounts(
  { items }: Pick<Dataset, 'items'>,
  fields: ItemFields,
): Readonly<Record<string, LabelCounts>> {
  const named = Object.keys(fields).filter((name) => namedValues(fields[name]) !== null);
  const found: Record<string, LabelCounts> = {};
  for (const name of named) {
    const counts = new Map<string, number>();
    let before: unknown;
    let changes = -1;
    for (const item of items) {
      const value: unknown = Reflect.get(item, name);
      if (typeof value !== 'string') continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
      if (value !== before) changes += 1;
      before = value;
    }
    if (changes >= 0) found[name] = { counts: Object.fromEntries(counts), changes };
  }
  return found;
}

/** Items of a cause of a warning. */
interface Affected {
  items: number;
  /** The first item, by its id. */
  readonly first: string;
  readonly example: string;
}

/** Warns of cells that are valid but probably not what was meant. */
function cellWarnings({ items }: Dataset, fields: ItemFields): readonly string[] {
  const causes = new Map<string, Affected>();
  for (const item of items) {
    for (const [cause, example] of suspectsIn(item, fields)) {
      const known = causes.get(cause);
      if (known === undefined) causes.set(cause, { items: 1, first: item.id, example });
      else known.items += 1;
    }
  }
  return [...causes].map(([cause, { items, first, example }]) => {
    const shown = JSON.stringify(oneLine(example, 60));
    return `${counted(items, 'item')}: ${cause} (the first is ${oneLine(first, 40)}: ${shown}).`;
  });
}

type Suspect = readonly [cause: string, example: string];

function suspectsIn(item: ItemBase, fields: ItemFields): readonly Suspect[] {
  const own = Object.entries(item).flatMap(([name, value]) => suspectsOf(name, value, fields));
  const { questions } = item as { readonly questions?: unknown }; // questions inside an item, each with its options
  const inner = Array.isArray(questions) ? questions.filter(isRecord) : [];
  return [...own, ...inner.flatMap(({ options }) => (Array.isArray(options) ? listSuspects('options', options) : []))];
}

function suspectsOf(name: string, value: unknown, fields: ItemFields): readonly Suspect[] {
  const field = ownValue(fields, name);
  if (field === undefined || name === 'id') return [];
  if (isList(field) && Array.isArray(value)) return listSuspects(name, value);
  if (typeof value !== 'string' || isOptionalField(field) || !isText(field)) return [];
  return [
    ...(isMissingText(value) ? [[`${name} is the text that programs write for a missing value`, value] as const] : []),
    ...(/^\s*[[{]\s*['"{[].*[\]}]\s*$/s.test(value)
      ? [[`${name} looks like a list or an object that a program printed`, value] as const]
      : []),
  ];
}

function listSuspects(name: string, list: readonly unknown[]): readonly Suspect[] {
  const texts = list.map((entry) => String(entry).trim());
  const repeated = texts.findIndex((text, index) => text !== '' && texts.indexOf(text) !== index);
  const first = texts.indexOf(texts[repeated] ?? '');
  const places = name === 'options' && list.length === letters.length ? [letters[first], letters[repeated]] : null;
  const missing = texts.find(isMissingText);
  return [
    ...(list.length === 1 && texts[0]?.includes(',') === true
      ? [
          [
            `${name} has one entry with commas; separate the entries of a list cell with ; or |, or write a JSON list`,
            texts[0],
          ] as const,
        ]
      : []),
    ...(repeated === -1
      ? []
      : [
          [
            `${places === null ? `two entries of ${name}` : `options ${places.join(' and ')}`} are equal`,
            texts[repeated] ?? '',
          ] as const,
        ]),
    ...(missing === undefined
      ? []
      : [[`an entry of ${name} is the text that programs write for a missing value`, missing] as const]),
  ];
}
