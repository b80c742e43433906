import { binomialTail } from './distributions.ts';

/** Largest number of places by which values are looked for to be shifted. */
const maxShift = 3;

/** Largest p (one-sided, over groups) of values that fit the items nearby better than their own. */
export const maxShifted = 1e-4;

const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares ids as people number items: `q2` before `q10`. */
export const compareIds: (one: string, other: string) => number = compare;

/** The items a few places away from each item. */
interface Neighbors<Item> {
  /** Places from an item to its neighbor; negative: before it. */
  readonly step: number;
  readonly of: ReadonlyMap<Item, Item>;
}

/** Yields the neighbors of items up to three places before and after them, in each of several orders. */
export function* neighbors<Item>(orders: readonly (readonly Item[])[]): Generator<Neighbors<Item>> {
  for (const order of orders)
    for (let shift = 1; shift <= maxShift; shift += 1)
      for (const step of [-shift, shift]) {
        const pairs = order.flatMap((item, at): [Item, Item][] => {
          const other = at + step < 0 ? undefined : order[at + step];
          return other === undefined ? [] : [[item, other]];
        });
        yield { step, of: new Map(pairs) };
      }
}

/** Returns which neighbor a step leads to: `the item after it`, `the item 2 places before it`. */
export function neighborText(step: number): string {
  const places = Math.abs(step);
  return `${places === 1 ? 'the item' : `the item ${places} places`} ${step < 0 ? 'before' : 'after'} it`;
}

/** Returns the exact one-sided p of a sign test of "not above 0". */
export function signP(means: readonly number[]): number {
  const [above, below] = [means.filter((each) => each > 0).length, means.filter((each) => each < 0).length];
  return binomialTail(below, above + below, 0.5);
}
