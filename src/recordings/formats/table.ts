import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { isParquet, parquetRows } from '../../data/files/parquet.ts';
import { linesOf } from '../../data/files/read-text.ts';
import { isRecord } from '../../util/is-record.ts';
import { jsonLines } from '../damaged-log.ts';
import type { FileStart, LogFormat } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { type JsonObject, numberOf, scoreOf, textOf, valueAt } from '../values.ts';

/** Maximum size in bytes of a row. */
const maxRecord = 2 ** 24;
/** Characters that are parsed at a time. */
const chunkSize = 65_536;

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
      columns[column].some((name) => namesOf(text).includes(name)),
    ),
  read: async (file, choice, start) => {
    const builder = new RecordingBuilder({ file, format: 'table', choice });
    let number = 0;
    for await (const row of rowsOf(file, start)) {
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

/** Returns the names in the header of a CSV table, or the keys of the first JSON line. */
function namesOf(text: string): readonly string[] {
  const [first = ''] = text.split('\n');
  if (first.startsWith('{')) return [...first.matchAll(/"([^"\\]+)":/g)].map(([, name]) => name ?? '');
  return first
    .replace(/^\uFEFF/, '')
    .split(/[,;\t]/)
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

async function* rowsOf(file: string, { text }: FileStart): AsyncGenerator<JsonObject> {
  if (isParquet(file)) for (const { value } of await parquetRows(file)) yield isRecord(value) ? value : {};
  else if (text.trimStart().startsWith('{')) {
    for (const { row } of jsonLines(linesOf(file), file)) yield row;
  } else {
    const [first = ''] = text.split('\n');
    const delimiter =
      [',', ';', '\t'].toSorted((one, other) => first.split(other).length - first.split(one).length)[0] ?? ',';
    const options = { columns: true, bom: true, delimiter, skip_empty_lines: true, max_record_size: maxRecord };
    // an error of either ends the iteration; with `columns` every record is an object of texts
    for await (const row of pipeline(chunksOf(linesOf(file)), parse(options), () => {})) yield row as JsonObject;
  }
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let [chunk, number] = ['', 0];
  for (const line of lines) {
    chunk += number === 0 ? line : `\n${line}`;
    number += 1;
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
