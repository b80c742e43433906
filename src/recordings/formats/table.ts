import { basename } from 'node:path';
import { identifierForm, isAbsentWord, nameForm } from '../../data/one-form.ts';
import { partField } from '../../domain/recorded.ts';
import { AppError } from '../../util/app-error.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { ChosenFields } from '../chosen-fields.ts';
import { damagedLog } from '../damaged-log.ts';
import { otherCondition } from '../other-condition.ts';
import type { FieldChoice, FileStart, LogFormat, PossibleSets } from '../recording.ts';
import { outcomeOf, RecordingBuilder } from '../recording-builder.ts';
import { RepeatedValues } from '../repeated-values.ts';
import { cellOf, columnNames, findColumns, plainName, type TableColumns, tellsExecutions } from '../table-columns.ts';
import { columnsOf, haveOwnNames, tableRows } from '../table-rows.ts';
import { answerText, dollarsOf, type JsonObject, numberOf, textOf, valueAt, writtenSeconds } from '../values.ts';
import { PerhapsSets } from './perhaps-sets.ts';
import { problemIn } from './row-problem.ts';
import { TableDoubts } from './table-doubts.ts';

/** The part of a row that is its cost. */
const costPart = 'cost';

/** Rows from which the columns of a table are told, with rows further down that have other columns. */
const firstRows = 50;
/** Maximum number of rows with further columns. */
const maxLate = 1_000;

/** Tables with a row for each item (and model): CSV, JSON lines, a JSON list or Parquet. */
export const table: LogFormat = {
  name: 'table',
  looksLike: ({ text }) => text.startsWith('PAR1') || columnsOf(text).length > 1,
  read: async (file, choice, start) => {
    const first = new TableReading(file, choice, []);
    const again = await first.addAll(start);
    const reading = again.length === 0 ? first : new TableReading(file, choice, again);
    if (reading !== first) await reading.addAll(start);
    const { builder, fields } = reading;
    const columns = reading.end();
    if (builder.hasUnnumberedRepeats || columns.paths.has('epoch'))
      await refuseConditions(file, start, { columns, fields, choice });
    if (columns.wide !== null)
      builder.note(`the table has a column for each model: ${oneLine(columns.wide.join(', '), 200)}`);
    else if (!columns.paths.has('model')) builder.note('the table has no column for the model: the file names it');
    if (columns.isAnswerKey) {
      const [key = '', answer = ''] = [columns.paths.get('key')?.join('+'), columns.paths.get('answer')?.join('+')];
      builder.note(
        `column ${oneLine(key, 60)} is taken for the right answer: what is right is where column ${oneLine(answer, 60)} has its value`,
      );
    }
    const unreadCosts = reading.unreadCosts(columns);
    if (unreadCosts !== null) builder.note(`${unreadCosts}: the costs of these are unknown`);
    const sets = columns.paths.get('set') ?? [];
    return builder.finish({
      ...{ version: null, task: '', unreadCosts, fields: fields.listed(), stratum: fields.stratum },
      ...{ setField: sets.length === 1 ? (sets[0] ?? null) : null, possibleSets: reading.possibleSets() },
      confidenceField: `column ${columns.paths.get('confidence')?.join(' and ') ?? 'confidence'}`,
    });
  },
};

/** Returns whether rows have the columns that a table of answers needs. */
function holdsAnswers(file: string, choice: FieldChoice): (rows: readonly JsonObject[]) => boolean {
  return (rows) => {
    const first = rows.slice(0, firstRows);
    try {
      return findColumns(file, Object.assign({}, ...first), first, choice).paths.has('correct');
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };
}

/** The columns of a table, with what its rows leave open about them. */
interface FoundColumns {
  readonly columns: TableColumns;
  readonly doubts: TableDoubts;
  readonly sets: PerhapsSets;
}

/** Reads the rows of a table once. The first rows, and those given, decide what its columns are. */
class TableReading {
  readonly builder: RecordingBuilder;
  readonly fields: ChosenFields;
  readonly #file: string;
  readonly #choice: FieldChoice;
  /** Rows of the table that have columns which the first ones lack. */
  readonly #witnesses: readonly JsonObject[];
  /** Names of the columns of all rows so far, and paths of `--columns` at which they have a value. */
  readonly #names: Set<string>;
  /** Paths into a column that `--columns` names: `data.correct`. */
  readonly #paths: readonly string[];
  readonly #late: JsonObject[] = [];
  /** Why the first rows are no table of answers; null where they are. */
  #missing: AppError | null = null;
  #waiting: { readonly row: JsonObject; readonly place: string }[] = [];
  #unreadCosts: { readonly first: { readonly text: string; readonly place: string }; readonly rows: number } | null =
    null;
  #found: FoundColumns | null = null;

  constructor(file: string, choice: FieldChoice, witnesses: readonly JsonObject[]) {
    this.builder = new RecordingBuilder({ file, format: 'table', choice });
    this.fields = new ChosenFields(file, choice);
    this.#file = file;
    this.#choice = choice;
    this.#witnesses = witnesses;
    this.#names = new Set(witnesses.flatMap((row) => Object.keys(row)));
    const paths = [...(choice.columns?.values() ?? [])].flatMap((path) => [path, ...path.split('+')]);
    this.#paths = paths.filter((path) => path.includes('.'));
  }

  /**
   * Adds the rows that `--where` keeps. Returns rows with columns that the first rows lack: with these, the columns may be others, so that
   * the table is read again; none where there are none.
   */
  async addAll(start: FileStart): Promise<readonly JsonObject[]> {
    const mayBeLate = haveOwnNames(start) && this.#witnesses.length === 0;
    let kept = 0;
    for await (const { row, place } of tableRows(this.#file, start, holdsAnswers(this.#file, this.#choice))) {
      if (!this.fields.keeps(row)) continue;
      kept += 1;
      const hasNewColumn = mayBeLate && this.#hasNewColumn(row);
      if (hasNewColumn && kept > firstRows && this.#late.length < maxLate) this.#late.push(row);
      if (this.#late.length === 0 && this.#missing === null) this.#add(row, place, mayBeLate);
    }
    this.fields.check([]);
    return this.#late;
  }

  /** Returns whether a row has a column, or a value at a path that the user named, that no row before it has. */
  #hasNewColumn(row: JsonObject): boolean {
    let isNew = false;
    const note = (name: string) => {
      if (this.#names.has(name)) return;
      this.#names.add(name);
      isNew = true;
    };
    for (const name of Object.keys(row)) note(name);
    for (const path of this.#paths) if (!this.#names.has(path) && valueAt(row, path) !== undefined) note(path);
    return isNew;
  }

  #add(row: JsonObject, place: string, mayBeLate: boolean): void {
    if (this.#found !== null) {
      this.#addRow(row, place, this.#found);
      return;
    }
    this.#waiting.push({ row, place });
    if (this.#waiting.length < firstRows) return;
    try {
      this.#findColumns();
    } catch (error) {
      if (!mayBeLate || !(error instanceof AppError)) throw error;
      this.#missing = error; // unless a row further down has the column
      this.#waiting = [];
    }
  }

  /** Returns the dollars of a cell; null for an absent one, and for one that is no amount, which is noted. */
  #amountIn(cell: unknown, place: string): number | null {
    const dollars = dollarsOf(cell);
    if (dollars !== null || isAbsentWord(textOf(cell))) return dollars;
    this.#unreadCosts = {
      first: this.#unreadCosts?.first ?? { text: textOf(cell), place },
      rows: (this.#unreadCosts?.rows ?? 0) + 1,
    };
    return null;
  }

  /** Returns what the column of costs holds that cannot be read as dollars, in words; null where there is nothing of the kind. */
  unreadCosts(columns: TableColumns): string | null {
    if (this.#unreadCosts === null) return null;
    const { first, rows } = this.#unreadCosts;
    const column = oneLine(columns.paths.get(costPart)?.join('+') ?? 'cost', 60);
    return `column ${column} holds "${oneLine(first.text, 40)}" (${first.place}), which cannot be read as dollars, in ${counted(rows, 'row')}`;
  }

  /** Returns the columns, when all rows are added. AppError where one of them is missing, or where it is open what one of them holds. */
  end(): TableColumns {
    if (this.#missing !== null) throw this.#missing;
    const { columns, doubts } = this.#found ?? this.#findColumns();
    this.fields.check();
    doubts.check();
    this.builder.declareScore(columns.score, doubts.facts());
    return columns;
  }

  #findColumns() {
    const rows = [...this.#waiting.map(({ row }) => row), ...this.#witnesses];
    if (rows.length === 0)
      throw new AppError('log-empty', `${oneLine(this.#file, 200)} has no rows below the names of its columns`, {
        hint: 'write a row for each answer, or give another file',
      });
    const columns = findColumns(this.#file, Object.assign({}, ...rows), rows, this.#choice);
    const sets = new PerhapsSets(columns.perhapsSet);
    const found: FoundColumns = { columns, doubts: new TableDoubts(this.#file, columns), sets };
    this.fields.takeStratum(columns.stratum);
    this.#found = found;
    const column = columns.paths.get('correct')?.join(' and ');
    this.builder.declareScore(columns.score, {
      column: columns.wide === null ? `column ${column}` : undefined,
      metrics: columns.wide ?? [],
    });
    for (const { row, place } of this.#waiting) this.#addRow(row, place, found);
    this.#waiting = [];
    return found;
  }

  /** Returns the data sets that a column may name; null where none does. */
  possibleSets(): PossibleSets | null {
    return this.#found?.sets.found() ?? null;
  }

  #addRow(row: JsonObject, place: string, { columns, doubts, sets }: FoundColumns): void {
    const choice = this.#choice;
    const fields = this.fields;
    doubts.add(row, place);
    const cell = (role: Parameters<typeof cellOf>[2]) => cellOf(row, columns, role);
    const set = nameForm(textOf(cell('set')));
    const ownId = identifierForm(textOf(cell('item')));
    const id = set === '' || ownId === '' ? cell('item') : `${set}:${ownId}`;
    sets.add(id, row);
    const key = textOf(cell('key'));
    const item = {
      ...{ id, text: textOf(cell('text')), content: key, key },
      group: choice.group === undefined ? cell('group') : fields.at(row, 'group'),
      stratum: choice.stratum === undefined ? cell('stratum') : fields.at(row, 'stratum'),
      set,
    };
    const about = {
      answer: columns.wide === null ? answerText(cell('answer')) : null, // one answer is not that of every model
      problem: problemIn(row, columns.problems),
      outputTokens: columns.outputTokens === null ? null : tokensIn(row[columns.outputTokens]),
      tokenProbability: numberOf(cell('probability')),
      dollars: this.#amountIn(cell('cost'), place),
      seconds: writtenSeconds(cell('seconds')),
      score: columns.score,
      part: textOf(row[partField]) || null,
      execution: executionIn(cell('epoch')),
    };
    if (columns.wide === null) {
      const model = columns.paths.has('model') ? textOf(cell('model')) : fileName(this.#file);
      const confidence = choice.confidence === undefined ? cell('confidence') : fields.at(row, 'confidence');
      this.builder.add(item, { ...about, model, outcome: outcomeOf(cell('correct')), confidence }, place);
    } else
      for (const model of columns.wide)
        this.builder.add(item, { ...about, model, outcome: outcomeOf(row[model]) }, place);
  }
}

/** Returns a number of tokens; null for anything else. */
function tokensIn(cell: unknown): number | null {
  const tokens = numberOf(cell);
  return tokens !== null && tokens >= 0 ? tokens : null;
}

/** Returns the name of the model in the form in which names are compared. */
function modelIn(row: JsonObject, columns: TableColumns): string {
  return nameForm(textOf(cellOf(row, columns, 'model')));
}

/** Returns what numbers an execution; null for an absent value. */
function executionIn(cell: unknown): string | null {
  const text = textOf(cell);
  return isAbsentWord(text) ? null : identifierForm(text);
}

function fileName(file: string): string {
  return basename(file).replace(/\.[a-z]+$/i, '');
}

/**
 * Refuses a table in which rows of one item and model differ in a column that says neither that they are repeats nor what a model
 * wrote, such as `temperature` or `prompt_type`, or in one named like an output whose values are those of a condition: `judge`. Reads
 * the table a second time.
 */
async function refuseConditions(
  file: string,
  start: FileStart,
  {
    columns,
    fields,
    choice,
  }: { readonly columns: TableColumns; readonly fields: ChosenFields; readonly choice: FieldChoice },
): Promise<void> {
  const first = new Map<string, JsonObject>();
  const names = [...columns.outputs, ...columns.others];
  const values = new Map(columns.others.map((name) => [name, new Set<string>()]));
  const outputs = columns.outputs.map((name) => ({ name, repeated: new RepeatedValues() }));
  const differing = new Map<string, { readonly id: string; readonly place: string; readonly value: string }>();
  let number = 0;
  for await (const { row, place } of tableRows(file, start, holdsAnswers(file, choice))) {
    if (!fields.keeps(row)) continue;
    number += 1;
    const item = `${textOf(cellOf(row, columns, 'set'))}:${textOf(cellOf(row, columns, 'item'))}`;
    const key = JSON.stringify([modelIn(row, columns), item]);
    const execution = JSON.stringify([key, textOf(cellOf(row, columns, 'epoch'))]);
    const before = first.get(key);
    const own = Object.fromEntries(names.map((name) => [name, row[name]]));
    for (const name of columns.others) values.get(name)?.add(textOf(row[name]));
    for (const { name, repeated } of outputs) repeated.add(tellsExecutions(name) ? execution : key, textOf(row[name]));
    if (before === undefined) first.set(key, own);
    else
      for (const name of names)
        if (!differing.has(name) && textOf(before[name]) !== textOf(row[name]))
          differing.set(name, { id: textOf(cellOf(row, columns, 'item')), place, value: textOf(before[name]) });
  }
  const other = columns.paths.has('epoch') ? undefined : [...differing].find(([name]) => idNames.has(plainName(name)));
  if (other !== undefined)
    throw otherItem(file, other[1], { item: columns.paths.get('item')?.join('+') ?? 'item', other: other[0] });
  const crossed = new Set(outputs.filter(({ repeated }) => repeated.areConditions).map(({ name }) => name));
  // a condition has few values, each on many rows; a column of texts that differ in nearly every row is an output
  const isCondition = (name: string) => crossed.has(name) || (values.get(name)?.size ?? number) <= number / 2;
  const conditions = [...differing].filter(([name]) => isCondition(name));
  const [found] = conditions;
  if (found === undefined) return;
  const [, { id, place, value }] = found;
  const joined = (role: 'item' | 'model' | 'epoch') => columns.paths.get(role)?.join('+') ?? null;
  throw otherCondition(file, place, {
    ...{ id, differing: conditions.map(([name]) => name) },
    ...(value !== '' && oneLine(value, maxShown) === value ? { value } : {}),
    columns: { item: joined('item'), model: joined('model'), epoch: joined('epoch') },
  });
}

/** Characters of the longest value that a command shows. */
const maxShown = 40;

/** Names of columns that identify items, or number the executions of one. */
const idNames: ReadonlySet<string> = new Set(columnNames.item.filter((name) => name.endsWith('_id')));

/** Creates the error for rows of one item that another column of ids tells apart: items, or executions of one. */
function otherItem(
  file: string,
  { id, place }: { readonly id: string; readonly place: string },
  { item, other }: { readonly item: string; readonly other: string },
): AppError {
  return damagedLog(
    file,
    place,
    `item ${oneLine(id, 60)} (column ${oneLine(item, 60)}) occurs again for the same model, and ${oneLine(other, 60)} differs: these are items, or executions of one`,
    `name the items: --columns item=${item}+${other}; or, where they are executions of one item, --columns epoch=${other}`,
  );
}
