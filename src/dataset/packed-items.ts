import type { Items } from '../domain/dataset.ts';
import { packBlock, unpackBlock } from '../util/text-block.ts';

/** Enough that repeated words pack well, few enough to be unpacked in a moment. */
export const itemsABlock = 500;

/** Items as packed JSON lines, about a tenth of their size as objects. Each time they are gone through they are new objects. */
export class PackedItems<Item> implements Items<Item> {
  readonly length: number;
  /** Of `itemsABlock` items each, but for the last. */
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

/** A copy of its own: small buffers share a larger one, and would keep all of it. */
function tight(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

/** Packs items as they come; only a block of them is held. */
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
  return new PackedItems({ blocks, length, unpack: unpackBlock, parse: (line) => JSON.parse(line) as Item }); // packed above
}
