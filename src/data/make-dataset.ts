import { createHash } from 'node:crypto';
import type { Dataset, ItemBase, Items } from '../domain/dataset.ts';
import { canonicalJson } from '../util/canonical-json.ts';
import { packBlock, unpackBlock } from '../util/text-block.ts';
import type { Source } from './files/published.ts';

/** Items per block: enough that repeated words compress well, few enough to unpack quickly. */
export const itemsABlock = 500;

/** Items as compressed JSON lines, about a tenth of their size as objects. Each iteration creates new objects. */
export class PackedItems<Item> implements Items<Item> {
  readonly length: number;
  /** Blocks of `itemsABlock` items each; the last one may be shorter. */
  readonly blocks: readonly Uint8Array[];
  readonly #parse: (line: string) => Item;
  readonly #unpack: (block: Uint8Array) => readonly string[];

  constructor({
    blocks,
    length,
    parse,
    unpack,
  }: Pick<PackedItems<Item>, 'blocks' | 'length'> & {
    readonly parse: (line: string) => Item;
    readonly unpack: (block: Uint8Array) => readonly string[];
  }) {
    this.blocks = blocks;
    this.length = length;
    this.#parse = parse;
    this.#unpack = unpack;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const block of this.blocks) for (const line of this.#unpack(block)) yield this.#parse(line);
  }
}

/** Returns a copy with its own memory: small buffers share a larger one and would keep all of it alive. */
function tight(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

/** Packs items from a stream; holds only one block at a time. */
export function packItems<Item>(items: Iterable<Item>): PackedItems<Item> {
  const blocks: Uint8Array[] = [];
  let lines: string[] = [];
  let length = 0;
  for (const item of items) {
    length += 1;
    if (lines.push(JSON.stringify(item)) < itemsABlock) continue;
    blocks.push(tight(packBlock(lines)));
    lines = [];
  }
  if (lines.length > 0) blocks.push(tight(packBlock(lines)));
  return new PackedItems({ blocks, length, unpack: unpackBlock, parse: (line) => JSON.parse(line) as Item }); // packed from `Item` above
}

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

/** Returns the hash that the first items would have as a data set, for each of the lengths that the items reach. */
export function hashesOfFirst(items: Iterable<ItemBase>, lengths: ReadonlySet<number>): ReadonlyMap<number, string> {
  const hash = new ItemsHash();
  const found = new Map<number, string>();
  let length = 0;
  for (const _ of hash.over(items)) {
    length += 1;
    if (lengths.has(length)) found.set(length, hash.digestSoFar());
    if (found.size === lengths.size) break;
  }
  return found;
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

  /** Returns the hash of the items so far; more may follow. */
  digestSoFar(): string {
    return this.#hash
      .copy()
      .update(this.#count === 0 ? '[]' : ']')
      .digest('hex');
  }

  digest(): string {
    return this.#hash.update(this.#count === 0 ? '[]' : ']').digest('hex');
  }
}
