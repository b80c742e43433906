import { AppError } from '../../util/app-error.ts';
import type { Database } from '../database.ts';

/** What a person said of one answer. Labels are never changed: a later one of the same person and answer counts. */
export interface StoredLabel {
  /** ISO 8601. */
  readonly at: string;
  /** Name of the person, as given. */
  readonly by: string;
  /** Key of the labeled answer, as it is shown: hex. */
  readonly answer: string;
  readonly rubric: string;
  /** A value of the rubric; null takes an earlier label back. */
  readonly value: string | null;
  readonly note: string;
}

const rowsACommit = 200;

/** Appends labels; all of them or none are kept. */
export async function addLabels({ db, commit }: Database, labels: readonly StoredLabel[]): Promise<void> {
  const insertions = [];
  for (let start = 0; start < labels.length; start += rowsACommit) {
    const rows = labels.slice(start, start + rowsACommit).map(({ by, note, ...label }) => {
      if (/\0/.test(`${by}${note}`)) {
        throw new AppError('bad-label', 'a label holds a NUL character', {
          hint: 'remove it from the name or the note',
        });
      }
      return { ...label, labeler: by, note };
    });
    insertions.push(db.insertInto('labels').values(rows).compile());
  }
  await commit(insertions);
}

/** Every label, in the order in which they were given. */
export async function storedLabels({ db }: Database): Promise<readonly StoredLabel[]> {
  const rows = await db.selectFrom('labels').selectAll().orderBy('id').execute();
  return rows.map(({ at, labeler, answer, rubric, value, note }) => ({ at, by: labeler, answer, rubric, value, note }));
}
