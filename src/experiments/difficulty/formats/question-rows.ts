import { placeInFile, type Row, rowError } from '../../../data/files/row.ts';
import type { QuestionRows } from '../../../data/item-kind.ts';
import { type Question, question } from '../../../domain/question.ts';
import { sha256 } from '../../../util/canonical-json.ts';

const groupSize = 4;

/** One question a row. Every four rows, in their order, form an item. */
export const questionRows: QuestionRows = { itemSchema: question, field: 'questions', collect: groupsOf };

function* groupsOf(rows: Iterable<Row<Question>>): Generator<Row> {
  let group: Row<Question>[] = [];
  let last: Row | null = null;
  for (const row of rows) {
    last = row;
    group.push(row);
    if (group.length < groupSize) continue;
    const [{ file, ...place } = row] = group; // a group is never empty
    const questions = group.map(({ value }) => value);
    const unit = place.unit === undefined ? {} : { unit: place.unit };
    yield { file, line: place.line, ...unit, value: { id: itemId(questions), questions } };
    group = [];
  }
  if (group.length === 0 || last === null) return;
  const rest = `the last ${group.length === 1 ? 'row is' : `${group.length} rows are`} left over`;
  throw rowError(
    last,
    `an item is four questions, and ${rest} (from ${placeInFile(group[0] ?? last)})`,
    'add or remove rows, so that their number is a multiple of four; nothing was run',
  );
}

function itemId(questions: readonly Question[]): string {
  return sha256(JSON.stringify(questions.map(({ id }) => id))).slice(0, 16);
}
