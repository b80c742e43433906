import type { LogFormat } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { columnsOf, tableRows } from '../table-rows.ts';
import { numberOf, scoreOf, textOf, valueAt } from '../values.ts';

/** Names of columns in published tables; the first that a table has counts. A new table is a name here. */
const columns = {
  model: ['model', 'llm', 'model_name'],
  item: ['item_id', 'question_id', 'task_id', 'Question ID', 'item', 'id'],
  set: ['qset', 'dataset'],
  text: ['question', 'prompt', 'text'],
  group: ['subject', 'category'],
  outcome: ['is_correct', 'correct', 'answer_correct'],
  confidence: ['confidence', 'stated_confidence'],
  tokenProbability: ['chosen_token_confidence'],
  answer: ['answer', 'Answer'],
  dollars: ['dollars', 'cost', 'cost_usd'],
  seconds: ['seconds', 'latency_s'],
  key: ['correct_answer', 'key', 'target'],
} as const;

/** Tables with a row per model and item: CSV, JSON lines or Parquet. */
export const table: LogFormat = {
  name: 'table',
  looksLike: ({ text }) =>
    text.startsWith('PAR1') ||
    (['model', 'item', 'outcome'] as const).every((column) =>
      columns[column].some((name) => columnsOf(text).includes(name)),
    ),
  read: async (file, choice, start) => {
    const builder = new RecordingBuilder({ file, format: 'table', choice });
    let number = 0;
    for await (const row of tableRows(file, start)) {
      number += 1;
      const cell = (column: keyof typeof columns) => row[columns[column].find((name) => row[name] !== undefined) ?? ''];
      const group = choice.group === undefined ? cell('group') : valueAt(row, choice.group);
      const set = cell('set');
      const id = set === undefined ? cell('item') : `${textOf(set)}:${textOf(cell('item'))}`;
      const confidence = choice.confidence === undefined ? cell('confidence') : valueAt(row, choice.confidence);
      const key = textOf(cell('key'));
      const about = {
        model: textOf(cell('model')),
        answer: textOf(cell('answer')),
        tokenProbability: numberOf(cell('tokenProbability')),
        dollars: numberOf(cell('dollars')),
        seconds: numberOf(cell('seconds')),
      };
      builder.add(
        { id, text: textOf(cell('text')) || textOf(id), content: key, group, key },
        { ...about, score: 'right', outcome: outcomeOf(scoreOf(cell('outcome'))), confidence },
        `row ${number}`,
      );
    }
    return builder.finish({ version: null, task: '' });
  },
};
