import { createHash } from 'node:crypto';
import type { Dataset, ItemBase, Items } from '../domain/dataset.ts';
import { canonicalJson } from '../util/canonical-json.ts';
import type { Source } from './files/published.ts';
import { packItems } from './packed-items.ts';

interface Parts<Item extends ItemBase, List extends Items<Item>> {
  readonly name: string;
  readonly experiment: string;
  readonly source: Source;
  readonly items: List;
}

/** Returns a data set with the hash of its items. */
export function makeDataset<Item extends ItemBase, List extends Items<Item>>({
  name,
  experiment,
  source,
  items,
}: Parts<Item, List>): Dataset<Item, List> {
  return { name, experiment, ...source, sha256: hashOf(items), items };
}

/** Returns a data set of items from a stream: they are hashed and packed while they arrive. */
export function packedDataset<Item extends ItemBase>({
  name,
  experiment,
  source,
  items,
}: Omit<Parts<Item, Items<Item>>, 'items'> & { readonly items: Iterable<Item> }): Dataset<Item> {
  const hash = new ItemsHash();
  const packed = packItems(hash.over(items));
  return { name, experiment, ...source, sha256: hash.digest(), items: packed };
}

function hashOf(items: Iterable<ItemBase>): string {
  const hash = new ItemsHash();
  for (const _ of hash.over(items));
  return hash.digest();
}

/** Computes the hex sha256 of the canonical JSON of a list, item by item. */
class ItemsHash {
  readonly #hash = createHash('sha256');
  #count = 0;

  *over<Item extends ItemBase>(items: Iterable<Item>): Generator<Item> {
    for (const item of items) {
      this.#hash.update(`${this.#count === 0 ? '[' : ','}${canonicalJson(item)}`);
      this.#count += 1;
      yield item;
    }
  }

  digest(): string {
    return this.#hash.update(this.#count === 0 ? '[]' : ']').digest('hex');
  }
}
