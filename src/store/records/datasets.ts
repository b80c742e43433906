import { itemsABlock, makeDataset, PackedItems, packItems } from '../../data/make-dataset.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { unpackBlock } from '../../util/text-block.ts';
import { chunksOf } from '../answers/chunks.ts';
import { damaged } from '../database/damaged.ts';
import type { Database } from '../database/database.ts';
import { datasetMetaSchema, itemSchema, parseRow } from '../database/rows.ts';

/** Chunks per commit, so that a million items are never one commit. */
const chunksACommit = 20;

/** Stores a data set under its sha256, unless it is already stored. */
export async function putDataset({ db, commit }: Database, dataset: Dataset): Promise<void> {
  const { sha256, items, ...meta } = dataset;
  const known = await db.selectFrom('datasets').select('sha256').where('sha256', '=', sha256).executeTakeFirst();
  if (known !== undefined) return;
  const { blocks } = items instanceof PackedItems ? items : packItems(items);
  let chunk = 0;
  for (const part of chunksOf(blocks, chunksACommit)) {
    const rows = part.map((bytes) => {
      chunk += 1;
      return { sha256, chunk, bytes };
    });
    const insertion = db
      .insertInto('dataset_items')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing());
    await commit([insertion.compile()]);
  }
  // The row is written last: an incomplete set has no row.
  const row = { sha256, meta: JSON.stringify(datasetMetaSchema.parse(meta)) };
  await commit([
    db
      .insertInto('datasets')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  ]);
}

/**
 * Returns a data set; null if the store does not have it. AppError `store-damaged` when an item is missing or has
 * changed: the items must have the hash under which they are stored.
 */
export async function storedDataset(database: Database, sha256: string): Promise<Dataset | null> {
  const { db } = database;
  const row = await db.selectFrom('datasets').select('meta').where('sha256', '=', sha256).executeTakeFirst();
  if (row === undefined) return null;
  const what = `data set ${sha256.slice(0, 12)}`;
  const chunks = await db
    .selectFrom('dataset_items')
    .select('bytes')
    .where('sha256', '=', sha256)
    .orderBy('chunk')
    .execute();
  const blocks = chunks.map(({ bytes }) => bytes);
  const last = blocks.at(-1);
  const unpack = (block: Uint8Array) => {
    try {
      return unpackBlock(block);
    } catch (cause) {
      throw damaged(database, `${what} cannot be read from the store`, cause);
    }
  };
  const length = last === undefined ? 0 : (blocks.length - 1) * itemsABlock + unpack(last).length;
  const items = new PackedItems({ blocks, length, unpack, parse: (line) => parseRow(itemSchema, line, what) });
  const { licence, origin, redistributable, ...named } = parseRow(datasetMetaSchema, row.meta, what);
  const dataset = makeDataset({ ...named, source: { licence, origin, redistributable }, items });
  if (dataset.sha256 === sha256) return dataset;
  throw damaged(database, `the content of ${what} does not match its hash: items are missing or changed`);
}
