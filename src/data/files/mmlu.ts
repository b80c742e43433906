import { basename, join } from 'node:path';
import { type Question, question } from '../../domain/question.ts';
import { parseCsv } from './csv.ts';
import type { Input } from './format.ts';
import { namesIn } from './read-text.ts';
import { checkedRow, type Row, rowError } from './row.ts';

const suffix = '_test.csv';

/** Returns whether a file has the six columns of an MMLU test file, and no line of names, such as `id,question,A,B,C,D`. */
export function isMmluFile(input: Input): input is Extract<Input, { kind: 'file' }> {
  if (input.kind !== 'file' || input.header.length !== 6 || !/^[A-D]$/.test(input.header[5] ?? '')) return false;
  const hasNames = input.header.some((cell) => /^question$/i.test(cell.trim()));
  return !hasNames && !['A', 'B', 'C', 'D'].every((letter) => input.header.includes(letter));
}

/** Returns the test files of the folder, or of its `test` folder as in the official archive. */
export function mmluTestFiles({ path, names }: Extract<Input, { kind: 'folder' }>): string[] {
  const inner = join(path, 'test');
  const places = [...names.map((name) => join(path, name)), ...namesIn(inner).map((name) => join(inner, name))];
  return places.filter((place) => place.endsWith(suffix)).toSorted();
}

/** Returns the subject that a test file is named after. */
export function mmluSubject(file: string): string {
  return basename(file).replace(/(_test)?\.csv$/, '');
}

export function mmluQuestions(file: string, text: string): Row<Question>[] {
  const subject = mmluSubject(file);
  return parseCsv(text, file).map((row, index) => {
    if (row.value.length !== 6)
      throw rowError(row, `${row.value.length} cells instead of 6 (question, A, B, C, D, answer)`);
    const [asked, a, b, c, d, key] = row.value;
    const id = `${subject}-${String(index + 1).padStart(4, '0')}`;
    const value = checkedRow(question, { ...row, value: { id, subject, question: asked, options: [a, b, c, d], key } });
    return { ...row, value };
  });
}
