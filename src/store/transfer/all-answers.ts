import type { RunId } from '../../domain/run-config.ts';
import { unpackBlock } from '../../util/text-block.ts';
import { callOfAnswerText, readAnswerText } from '../answers/answer-text.ts';
import { decompactKey } from '../answers/compact-key.ts';
import { damaged } from '../database/damaged.ts';
import type { Database } from '../database/database.ts';
import type { StoredAnswer } from '../store.ts';

/** Yields all answers of a store, block by block, in the order in which they were committed. */
export async function* allAnswers(database: Database): AsyncGenerator<readonly StoredAnswer[]> {
  const { db } = database;
  for (let last = 0; ; ) {
    const block = await db
      .selectFrom('blocks')
      .select(['id', 'bytes'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (block === undefined) return;
    last = block.id;
    const rows = await db.selectFrom('answers').selectAll().where('block', '=', block.id).orderBy('place').execute();
    try {
      const lines = unpackBlock(block.bytes);
      yield rows.map((row) => storedAnswer(row, lines[row.place] ?? ''));
    } catch (cause) {
      throw damaged(database, `block ${block.id} of answers cannot be read from the store`, cause);
    }
  }
}

function storedAnswer(
  { key: compact, run, cost }: { readonly key: string; readonly run: string; readonly cost: number | null },
  text: string,
): StoredAnswer {
  const key = decompactKey(compact);
  return { key, call: callOfAnswerText(text), run: run as RunId, cost, ...readAnswerText(text, key) }; // written from a RunId
}
