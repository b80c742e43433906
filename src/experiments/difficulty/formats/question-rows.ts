import { z } from 'zod';
import type { JsonLinesFormat } from '../../../dataset/files/format.ts';
import { sourceOf } from '../../../dataset/files/published.ts';
import { checkedRow, placeInFile, type Row, rowError } from '../../../dataset/files/row.ts';
import { letters, type Question, question } from '../../../domain/question.ts';
import { sha256 } from '../../../util/canonical-json.ts';

const record = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  subject: z.string().optional(),
  question: z.string(),
  ...Object.fromEntries(letters.map((letter) => [letter, z.union([z.string(), z.number()])])),
  answer: z.string(),
});

const groupSize = 4;

/** One question a row, with the columns question, A, B, C, D and answer. Every four rows, in their order, form an item. */
export const questionRows: JsonLinesFormat = {
  name: 'file with one question a row (question, A, B, C, D, answer)',
  experiment: 'difficulty',
  source: sourceOf('not stated', 'your own file'),
  matches: (first) => record.safeParse(first).success,
  *read(rows) {
    let group: Row<Question>[] = [];
    let last: Row | null = null;
    for (const row of rows) {
      last = row;
      group.push({ ...row, value: questionOf(row) });
      if (group.length < groupSize) continue;
      const [first] = group;
      const questions = group.map(({ value }) => value);
      if (first !== undefined) yield { ...first, value: { id: itemId(questions), questions } };
      group = [];
    }
    if (group.length === 0 || last === null) return;
    const rest = `the last ${group.length === 1 ? 'row is' : `${group.length} rows are`} left over`;
    throw rowError(
      last,
      `an item is four questions, and ${rest} (from ${placeInFile(group[0] ?? last)})`,
      'add or remove rows, so that their number is a multiple of four; nothing was run',
    );
  },
};

/** Returns the question of a row; its id is that of the row, else a hash of its content. */
function questionOf(row: Row): Question {
  const cells = checkedRow(record, row);
  const options = letters.map((letter) => String(cells[letter as keyof typeof cells] ?? ''));
  const { id, subject, answer } = cells;
  const key = answer.trim().toUpperCase();
  const content = { question: cells.question, options, key };
  const named = id === undefined || id === '' ? sha256(JSON.stringify(content)).slice(0, 16) : String(id);
  return checkedRow(question, {
    ...row,
    value: { id: named, ...(subject === undefined || subject === '' ? {} : { subject }), ...content },
  });
}

function itemId(questions: readonly Question[]): string {
  return sha256(JSON.stringify(questions.map(({ id }) => id))).slice(0, 16);
}
