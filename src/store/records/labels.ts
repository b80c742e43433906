import { verdicts } from '../../domain/judging.ts';
import { AppError } from '../../util/app-error.ts';
import { oneLine } from '../../util/text.ts';
import { damaged } from '../database/damaged.ts';
import type { Database } from '../database/database.ts';
import type { StoredLabel } from '../stored-label.ts';

const rowsACommit = 200;

/** Appends labels, all or none. */
export async function addLabels({ db, commit }: Database, labels: readonly StoredLabel[]): Promise<void> {
  const insertions = [];
  for (let start = 0; start < labels.length; start += rowsACommit) {
    const rows = labels.slice(start, start + rowsACommit).map(({ by, note, ...label }) => {
      if (/\0/.test(`${by}${note}`)) {
        throw new AppError('bad-label', 'a label contains a NUL character', {
          hint: 'remove it from the name or the note',
        });
      }
      return { ...label, labeler: by, note };
    });
    insertions.push(db.insertInto('labels').values(rows).compile());
  }
  await commit(insertions);
}

/** Returns every label in the order in which they were added. AppError `store-damaged` for a value outside its rubric. */
export async function storedLabels(database: Database): Promise<readonly StoredLabel[]> {
  const rows = await database.db.selectFrom('labels').selectAll().orderBy('id').execute();
  return rows.map(({ id, at, labeler, answer, rubric, value, note }) => {
    if (value !== null && !verdicts.some((verdict) => verdict === value)) {
      throw damaged(database, `label ${id} has the value "${oneLine(value, 40)}", which is not in its rubric`);
    }
    return { at, by: labeler, answer, rubric, value, note };
  });
}
