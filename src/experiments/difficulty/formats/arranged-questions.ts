import { z } from 'zod';
import { parseNamedCsv } from '../../../data/files/csv.ts';
import type { Format } from '../../../data/files/format.ts';
import { published } from '../../../data/files/published.ts';
import { checkedRow, type Row, rowError } from '../../../data/files/row.ts';
import { paperSubjects } from './mmlu.ts';

const record = z.object({
  group_id: z.string().min(1),
  q_num_in_group: z.enum(['1', '2', '3', '4']),
  original_question_id: z.string().min(1),
  question: z.string().min(1),
  choices_str: z.string().min(1),
  answer: z.string(),
});
type Arranged = z.infer<typeof record>;

/** The authors' 250 groups of four MMLU questions, in their order. */
export const arrangedQuestions: Format = {
  name: 'question groups of the Self-Execution Benchmark (arranged_question_sets.csv)',
  experiment: 'difficulty',
  source: published.mmlu,
  matches: (input) => input.kind === 'file' && ['group_id', 'choices_str'].every((name) => input.header.includes(name)),
  read: (input) => (input.kind === 'file' ? groups(parseNamedCsv(input.text, input.path)) : []),
};

function groups(rows: readonly Row[]): Row[] {
  const members = new Map<string, Row<Arranged>[]>();
  for (const row of rows) {
    const value = checkedRow(record, row);
    const group = members.get(value.group_id) ?? [];
    if (Number(value.q_num_in_group) !== group.length + 1) {
      throw rowError(
        row,
        `question ${value.q_num_in_group} of ${value.group_id} is out of order; expected question ${group.length + 1}`,
      );
    }
    group.push({ ...row, value });
    members.set(value.group_id, group);
  }
  return [...members].map(([id, group]) => {
    const [{ file, line } = { file: '', line: 1 }] = group; // a group is never empty
    return { file, line, value: { id, questions: group.map(questionOf) } };
  });
}

function questionOf(row: Row<Arranged>): unknown {
  const { original_question_id: id, question, choices_str: choices, answer: key } = row.value;
  const parts = /^A\. (.*?)\|B\. (.*?)\|C\. (.*?)\|D\. (.*)$/s.exec(choices);
  if (parts === null) throw rowError(row, 'choices_str is not "A. ...|B. ...|C. ...|D. ..."');
  const subject = paperSubjects.find((name) => id.startsWith(`MMLU_${name}_`));
  return { id, question, options: parts.slice(1), key, ...(subject === undefined ? {} : { subject }) };
}
