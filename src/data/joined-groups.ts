import { nearEqualTo } from './near-equal-texts.ts';
import { oneForm } from './one-form.ts';

/** What decides with which other items an item is in one group. */
interface GroupedItem {
  /** The group that it is declared to be in; its id where it is alone. */
  readonly group: string;
  /** Its text, and other texts that only items of one group have. */
  readonly texts: Iterable<string>;
  /** Text that is compared for near equality; null where the data declare a group of the item. */
  readonly near: string | null;
}

/**
 * Returns the groups of items, of runs and of logs. Items with an equal text (in one form) have one answer and are not independent
 * evidence: the groups that they are declared to be in are joined, whatever their ids. Items with near-equal texts (`nearEqualTo`)
 * are joined, too, where the data declare no group of them. A joined group has the name of its first one.
 */
export function joinGroups(items: Iterable<GroupedItem>): JoinedGroups {
  const groups = new JoinedGroups();
  const owners = new Map<string, number>();
  const open: { readonly text: string; readonly group: number }[] = [];
  for (const { group: name, texts, near } of items) {
    const group = groups.add(name);
    if (near !== null) open.push({ text: near, group });
    for (const text of texts) {
      const form = oneForm(text);
      const owner = owners.get(form);
      if (owner === undefined) owners.set(form, group);
      else groups.join(owner, group);
    }
  }
  for (const [index, first] of nearEqualTo(open.map(({ text }) => text)).entries()) {
    const [own, other] = [open[index]?.group, open[first]?.group];
    if (own !== undefined && other !== undefined) groups.join(other, own);
  }
  return groups;
}

/** Says which items are in one group. */
export function oneGroupText(isAnyDeclared: boolean): string {
  return isAnyDeclared
    ? 'items with the same group, with equal texts, or (without a group) with nearly equal texts are one group'
    : 'items with equal or nearly equal texts are one group';
}

/** Disjoint sets of group names (union-find; Tarjan 1975). */
export class JoinedGroups {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** The group that a group was joined to; its own number where it was not. */
  readonly #parents: number[] = [];

  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    this.#parents.push(number);
    return number;
  }

  join(one: number, other: number): void {
    const [first, second] = [this.#root(one), this.#root(other)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }

  /** Returns the name of the first group that a group was joined with; undefined for an unknown group. */
  nameOf(name: string): string | undefined {
    const number = this.#numbers.get(name);
    return number === undefined ? undefined : this.#names[this.#root(number)];
  }

  #root(group: number): number {
    let root = group;
    while (this.#parents[root] !== root) root = this.#parents[root] as number; // every group has a parent
    this.#parents[group] = root;
    return root;
  }
}
