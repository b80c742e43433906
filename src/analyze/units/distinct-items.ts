/** Names items by their ids: items of one id that are not the same have different names. Runs and logs name theirs by it. */
export class DistinctItems<Item> {
  readonly #known = new Map<string, Item[]>();
  readonly #isSame: (one: Item, other: Item) => boolean;

  constructor(isSame: (one: Item, other: Item) => boolean) {
    this.#isSame = isSame;
  }

  nameOf(id: string, item: Item): string {
    const known = this.#known.get(id) ?? [];
    if (known.length === 0) this.#known.set(id, known);
    const found = known.findIndex((each) => this.#isSame(each, item));
    const number = found === -1 ? known.push(item) - 1 : found;
    return number === 0 ? id : `${id}\0${number}`;
  }
}
