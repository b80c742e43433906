import { createHash } from 'node:crypto';
import { type ItemBase, type Items, stratumOf } from '../../domain/dataset.ts';

/** Number of items of a part, about. A halted run has whole parts: small ones waste few items, large ones compare more. */
const itemsAPart = 50;
/** A stratum of more items than this is divided among several parts. */
const maxStratum = 75;
/** Items that are ordered, and held in memory, together. */
const itemsAtOnce = 10_000;

/** Items of an experiment that are sent together, in the order of the hashes of their groups. */
export interface ItemPart {
  /** Number of the part in its experiment, from 1. */
  readonly number: number;
  readonly items: readonly ItemBase[];
}

interface PartOptions {
  readonly run: string;
  readonly experiment: string;
  /** Number of first items that an earlier run of the store had: they share no part with the items that were added later. */
  readonly itemsBefore: number;
  /** Returns the group that an item is declared to be in. */
  readonly groupOf: (item: ItemBase) => string;
}

/**
 * Yields the parts of an experiment's items: whole strata (`stratumOf`) and whole declared groups, in an order fixed by a
 * hash of the run, about 50 items each. A stratum of more than 75 items is divided between its groups. Each item is in one
 * part. Holds at most 10,000 items in memory.
 */
export function* itemParts(items: Items<ItemBase>, options: PartOptions): Generator<ItemPart> {
  let number = 0;
  for (const segment of segmentsOf(items, options.itemsBefore)) {
    const count = partsFor(segment.length);
    const target = segment.length / count;
    let part: ItemBase[] = [];
    let [placed, filled] = [0, 1];
    for (const unit of unitsOf(segment, options)) {
      if (part.length > 0 && placed + unit.length / 2 > target * filled) {
        number += 1;
        yield { number, items: part };
        part = [];
        filled += 1;
      }
      part.push(...unit);
      placed += unit.length;
    }
    number += 1;
    yield { number, items: part };
  }
}

/** Returns how many parts a number of items has: an even number, so that a run that is halted half way has whole parts. */
function partsFor(items: number): number {
  return items < 1.5 * itemsAPart ? 1 : 2 * Math.max(1, Math.round(items / (2 * itemsAPart)));
}

/** Yields the items that an earlier run had, then the others, each in equal segments that fit into memory. */
function* segmentsOf(items: Items<ItemBase>, itemsBefore: number): Generator<readonly ItemBase[]> {
  const lengths = [itemsBefore, items.length - itemsBefore].flatMap((length) => {
    const count = Math.ceil(length / itemsAtOnce);
    return Array.from(
      { length: count },
      (_, index) => Math.floor(((index + 1) * length) / count) - Math.floor((index * length) / count),
    );
  });
  let segment: ItemBase[] = [];
  let at = 0;
  for (const item of items) {
    segment.push(item);
    if (segment.length < (lengths[at] as number)) continue;
    yield segment;
    segment = [];
    at += 1;
  }
}

/** Returns the strata in the order of their hashes; a large stratum, and items without a stratum, as their groups. */
function unitsOf(segment: readonly ItemBase[], { run, experiment, groupOf }: PartOptions): readonly ItemBase[][] {
  const groupsOf = (items: readonly ItemBase[]) =>
    inHashOrder(
      Map.groupBy(items, (item) => groupOf(item)),
      (group) => [run, experiment, 'group', group],
    );
  const strata = Map.groupBy(segment, (item) => stratumKey(item, groupOf));
  return inHashOrder(strata, (stratum) => [run, experiment, 'stratum', stratum]).flatMap((items) =>
    items.length > maxStratum ? groupsOf(items) : [groupsOf(items).flat()],
  );
}

function stratumKey(item: ItemBase, groupOf: PartOptions['groupOf']): string {
  const stratum = stratumOf(item);
  return stratum === null ? `group ${groupOf(item)}` : `stratum ${stratum}`;
}

function inHashOrder<Value>(
  values: ReadonlyMap<string, Value>,
  textsOf: (name: string) => readonly string[],
): readonly Value[] {
  if (values.size === 1) return [...values.values()];
  return Array.from(values, ([name, value]) => ({ value, hash: hashOf(textsOf(name)) }))
    .toSorted((one, other) => one.hash - other.hash)
    .map(({ value }) => value);
}

/** Returns a number in [0, 2^48) that is fixed by texts: the first 48 bits of their sha256. */
export function hashOf(texts: readonly string[]): number {
  return createHash('sha256').update(JSON.stringify(texts)).digest().readUIntBE(0, 6);
}
