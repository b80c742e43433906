import { basename } from 'node:path';
import { partField } from '../../domain/recorded.ts';
import { oneLine } from '../../util/text.ts';
import { ChosenFields } from '../chosen-fields.ts';
import type { FieldChoice, FileStart, LogFormat } from '../recording.ts';
import { otherCondition, outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { cellOf, findColumns, type TableColumns } from '../table-columns.ts';
import { columnsOf, tableRows } from '../table-rows.ts';
import { answerText, dollarsOf, type JsonObject, numberOf, textOf } from '../values.ts';

/** Rows from which the columns of a table are told. */
const firstRows = 50;

/** Tables with a row for each item (and model): CSV, JSON lines, a JSON list or Parquet. */
export const table: LogFormat = {
  name: 'table',
  looksLike: ({ text }) => text.startsWith('PAR1') || columnsOf(text).length > 1,
  read: async (file, choice, start) => {
    const builder = new RecordingBuilder({ file, format: 'table', choice });
    const fields = new ChosenFields(file, choice);
    const reading = new TableReading(file, builder, { fields, choice });
    for await (const { row, place } of tableRows(file, start)) if (fields.keeps(row)) reading.add(row, place);
    fields.check([]);
    const columns = reading.end();
    fields.check();
    if (builder.hasUnnumberedRepeats || columns.paths.has('epoch'))
      await refuseConditions(file, start, { columns, fields });
    if (columns.wide !== null)
      builder.note(`the table has a column for each model: ${oneLine(columns.wide.join(', '), 200)}`);
    else if (!columns.paths.has('model')) builder.note('the table has no column for the model: the file names it');
    return builder.finish({
      ...{ version: null, task: '', fields: fields.listed(), stratum: fields.stratum },
      confidenceField: `column ${columns.paths.get('confidence')?.join(' and ') ?? 'confidence'}`,
    });
  },
};

interface ReadingOptions {
  readonly fields: ChosenFields;
  readonly choice: FieldChoice;
}

/** Adds the rows of a table. The first rows decide what its columns are. */
class TableReading {
  readonly #file: string;
  readonly #builder: RecordingBuilder;
  readonly #options: ReadingOptions;
  #waiting: { readonly row: JsonObject; readonly place: string }[] = [];
  #columns: TableColumns | null = null;

  constructor(file: string, builder: RecordingBuilder, options: ReadingOptions) {
    this.#file = file;
    this.#builder = builder;
    this.#options = options;
  }

  add(row: JsonObject, place: string): void {
    if (this.#columns === null) {
      this.#waiting.push({ row, place });
      if (this.#waiting.length === firstRows) this.#findColumns();
    } else this.#addRow(row, place, this.#columns);
  }

  end(): TableColumns {
    return this.#columns ?? this.#findColumns();
  }

  #findColumns(): TableColumns {
    const rows = this.#waiting.map(({ row }) => row);
    const columns = findColumns(this.#file, Object.assign({}, ...rows), rows, this.#options.choice);
    this.#columns = columns;
    this.#options.fields.takeStratum(columns.stratum);
    const column = columns.paths.get('correct')?.join(' and ');
    this.#builder.declareScore(columns.score, { column: columns.wide === null ? `column ${column}` : undefined });
    for (const { row, place } of this.#waiting) this.#addRow(row, place, columns);
    this.#waiting = [];
    return columns;
  }

  #addRow(row: JsonObject, place: string, columns: TableColumns): void {
    const { fields, choice } = this.#options;
    const cell = (role: Parameters<typeof cellOf>[2]) => cellOf(row, columns, role);
    const set = cell('set');
    const id = set === undefined ? cell('item') : `${textOf(set)}:${textOf(cell('item'))}`;
    const key = textOf(cell('key'));
    const item = {
      ...{ id, text: textOf(cell('text')), content: key, key },
      group: choice.group === undefined ? cell('group') : fields.at(row, 'group'),
      stratum: choice.stratum === undefined ? cell('stratum') : fields.at(row, 'stratum'),
      set,
    };
    const about = {
      answer: answerText(cell('answer')),
      tokenProbability: numberOf(cell('probability')),
      dollars: dollarsOf(cell('cost')),
      seconds: numberOf(cell('seconds')),
      score: columns.score,
      part: textOf(row[partField]) || null,
    };
    if (columns.wide === null) {
      const model = columns.paths.has('model') ? textOf(cell('model')) : fileName(this.#file);
      const confidence = choice.confidence === undefined ? cell('confidence') : fields.at(row, 'confidence');
      this.#builder.add(item, { ...about, model, outcome: outcomeOf(cell('correct')), confidence }, place);
    } else
      for (const model of columns.wide)
        this.#builder.add(item, { ...about, model, outcome: outcomeOf(row[model]) }, place);
  }
}

function fileName(file: string): string {
  return basename(file).replace(/\.[a-z]+$/i, '');
}

/**
 * Refuses a table in which rows of one item and model differ in a column that says neither that they are repeats nor what a model
 * wrote, such as `temperature` or `prompt_type`: these are conditions. Reads the table a second time.
 */
async function refuseConditions(
  file: string,
  start: FileStart,
  { columns, fields }: { readonly columns: TableColumns; readonly fields: ChosenFields },
): Promise<void> {
  const first = new Map<string, JsonObject>();
  const values = new Map(columns.others.map((name) => [name, new Set<string>()]));
  const differing = new Map<string, { readonly id: string; readonly place: string }>();
  let number = 0;
  for await (const { row, place } of tableRows(file, start)) {
    if (!fields.keeps(row)) continue;
    number += 1;
    const item = `${textOf(cellOf(row, columns, 'set'))}:${textOf(cellOf(row, columns, 'item'))}`;
    const key = JSON.stringify([textOf(cellOf(row, columns, 'model')), item]);
    const before = first.get(key);
    const own = Object.fromEntries(columns.others.map((name) => [name, row[name]]));
    for (const name of columns.others) values.get(name)?.add(textOf(row[name]));
    if (before === undefined) first.set(key, own);
    else
      for (const name of columns.others)
        if (!differing.has(name) && textOf(before[name]) !== textOf(row[name]))
          differing.set(name, { id: textOf(cellOf(row, columns, 'item')), place });
  }
  // a condition has few values, each on many rows; a column of texts that differ in nearly every row is an output
  const conditions = [...differing].filter(([name]) => (values.get(name)?.size ?? 0) <= number / 2);
  const [found] = conditions;
  if (found !== undefined)
    throw otherCondition(file, found[1].place, { id: found[1].id, differing: conditions.map(([name]) => name) });
}
