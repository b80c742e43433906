import { type Dataset, type ItemBase, type ItemSelection, selectionText } from '../domain/dataset.ts';
import { AppError } from '../util/app-error.ts';
import { oneLine } from '../util/text.ts';
import type { ItemKind } from './item-kind.ts';
import { packedDataset } from './make-dataset.ts';

type Selectable<Item extends ItemBase> = Pick<ItemKind<Item>, 'name' | 'splitOf'>;

/** Returns the data set with only the items that match the selection, in their order. AppError if no item matches. */
export function selectItems<Item extends ItemBase>(
  kind: Selectable<Item>,
  dataset: Dataset<Item>,
  selection: ItemSelection,
): Dataset<Item> {
  const fits = predicateOf(kind, selection);
  const { name, experiment, items } = dataset;
  const selected = packedDataset({ name, experiment, source: dataset, items: filtered(items, fits) });
  if (selected.items.length === 0) throw noItems(kind, items, selection);
  return selected;
}

/** Refuses ids that do not occur in any data set. AppError with the ids. */
export function refuseUnknownIds(only: readonly string[], datasets: Iterable<Dataset>): void {
  const missing = new Set(only);
  const found: string[] = [];
  for (const { items } of datasets) for (const { id } of items) if (missing.delete(id)) found.push(id);
  if (missing.size === 0) return;
  throw new AppError('no-items', `the data has no items with these ids from --only: ${listText([...missing])}`, {
    hint: `these ids were found: ${listText(found)}; check the others`,
  });
}

function predicateOf<Item extends ItemBase>(kind: Selectable<Item>, { only, split, where = {} }: ItemSelection) {
  const ids = only === undefined ? null : new Set(only);
  const wanted = Object.entries(where);
  return (item: Item) =>
    (ids === null || ids.has(item.id)) &&
    (split === undefined || splitsOf(kind, item).includes(split)) &&
    wanted.every(([key, value]) => valuesOf(item, key).includes(value));
}

function splitsOf<Item extends ItemBase>({ splitOf }: Selectable<Item>, item: Item): readonly string[] {
  return splitOf === undefined ? valuesOf(item, 'split') : [splitOf(item)];
}

/** Returns the values of an item's field, or of an additional column, as texts: one value, a list's values, or none. */
function valuesOf(item: ItemBase, key: string): readonly string[] {
  const fields: Readonly<Record<string, unknown>> = { ...item.metadata, ...item };
  if (!Object.hasOwn(fields, key)) return [];
  const value = fields[key];
  return (Array.isArray(value) ? value : [value]).flatMap((each: unknown) =>
    each !== '' && ['string', 'number', 'boolean'].includes(typeof each) ? [String(each)] : [],
  );
}

/** Returns the names of an item's fields and additional columns that can be selected by. */
function keysOf(item: ItemBase): readonly string[] {
  return Object.keys({ ...item, ...item.metadata }).filter((key) => key !== 'id' && valuesOf(item, key).length > 0);
}

function* filtered<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (fits(item)) yield item;
}

/** Returns the error for the first field of a selection that no item matches, with the values that the data has. */
function noItems<Item extends ItemBase>(
  kind: Selectable<Item>,
  items: Iterable<Item>,
  selection: ItemSelection,
): AppError {
  const { only, split, where = {} } = selection;
  const parts: readonly ItemSelection[] = [
    ...(only === undefined ? [] : [{ only }]),
    ...(split === undefined ? [] : [{ split }]),
    ...Object.entries(where).map(([key, value]) => ({ where: { [key]: value } })),
  ];
  const unmatched = parts.find((part) => isEmpty(filtered(items, predicateOf(kind, part))));
  const said = selectionText(unmatched ?? selection);
  return new AppError('no-items', `no item of ${kind.name} matches ${said}`, {
    hint:
      unmatched === undefined
        ? 'each condition alone matches some items: remove one of them'
        : existing(kind, items, unmatched),
  });
}

function existing<Item extends ItemBase>(
  kind: Selectable<Item>,
  items: Iterable<Item>,
  { split, where }: ItemSelection,
): string {
  if (split !== undefined) {
    const splits = distinct(items, (item) => splitsOf(kind, item));
    return splits.length === 0
      ? `its items have no field "split"; ${fieldsText(items)}`
      : `its splits are ${listText(splits)}`;
  }
  const [key] = Object.keys(where ?? {});
  if (key === undefined)
    return `its ids are ${listText(distinct(items, ({ id }) => [id]))}; --experiment chooses experiments`;
  const values = distinct(items, (item) => valuesOf(item, key));
  return values.length === 0 ? fieldsText(items) : `its values of ${key} are ${listText(values)}`;
}

function fieldsText<Item extends ItemBase>(items: Iterable<Item>): string {
  return `its fields are ${listText(distinct(items, keysOf))}`;
}

function distinct<Item>(items: Iterable<Item>, valuesIn: (item: Item) => readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const item of items) for (const value of valuesIn(item)) found.add(value);
  return [...found];
}

function isEmpty(values: Iterable<unknown>): boolean {
  for (const _ of values) return false;
  return true;
}

const maxListed = 5;
const maxCharacters = 40;

/** Returns the first values, shortened, and the number of remaining ones. */
function listText(values: readonly string[]): string {
  const shown = values.slice(0, maxListed).map((value) => oneLine(value, maxCharacters));
  const more = values.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
