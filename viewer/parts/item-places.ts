import type { ItemView } from '../../src/view/contract/contract-items.ts';
import type { ItemSearch, ItemsSearch } from '../addresses.ts';

/** The row of a list that was opened last, and how far the list was scrolled; null where the row itself is sought. */
interface Place {
  readonly index: number;
  readonly scrollY: number | null;
}

/** Places by list, while the page is open. */
const places = new Map<string, Place>();

/** Keeps the place in a list for the way back to it. */
export function keepPlace(list: string, place: Place): void {
  places.set(list, place);
}

export function placeIn(list: string): Place | null {
  return places.get(list) ?? null;
}

/** Returns the address of a row's item, with the row's place in its list; null: it was not opened from a list. */
export function itemSearchOf(run: string, row: ItemView, at: number | null, list: ItemsSearch): ItemSearch {
  const { experiment, model, condition, item, unit } = row;
  return {
    ...{ experiment, model, condition, item, list },
    ...(at === null ? {} : { at }),
    ...(unit === '' ? {} : { unit }),
    ...(run === 'all' ? { of: row.run } : {}),
  };
}

/** Returns whether two rows are about the same item of one model under one condition: parts of one page. */
export function isSameItem(one: ItemView, other: ItemView): boolean {
  return (['item', 'experiment', 'model', 'condition', 'run'] as const).every((name) => one[name] === other[name]);
}
