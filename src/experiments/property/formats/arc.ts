import { z } from 'zod';
import type { JsonLinesFormat } from '../../../data/files/format.ts';
import { published } from '../../../data/files/published.ts';
import { checkedRow, type Row, rowError } from '../../../data/files/row.ts';
import { letterAt, letteredQuestion } from './lettered-question.ts';

const record = z.object({
  id: z.string().min(1),
  question: z.object({
    stem: z.string().min(1),
    choices: z.array(z.object({ text: z.string().min(1), label: z.string().min(1) })).min(2),
  }),
  answerKey: z.string().min(1),
});

/** Questions of the AI2 Reasoning Challenge. Numbered options get letters. */
export const arcQuestions: JsonLinesFormat = {
  name: 'ARC JSON lines',
  experiment: 'property',
  source: published.arc,
  matches: (first) => record.safeParse(first).success,
  *read(rows) {
    for (const row of rows) yield { ...row, value: itemOf(row) };
  },
};

function itemOf(row: Row): unknown {
  const { id, question, answerKey } = checkedRow(record, row);
  const index = question.choices.findIndex(({ label }) => label === answerKey);
  if (index === -1) throw rowError(row, `the answer key "${answerKey}" is not the label of an option`);
  const options = question.choices.map(({ text }) => text);
  return {
    id: `arc-${id}`,
    task: 'arc',
    ...letteredQuestion({ question: question.stem, options, target: letterAt(index) }),
  };
}
