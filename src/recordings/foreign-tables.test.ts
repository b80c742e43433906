import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../util/app-error.ts';
import { checkRecordings } from './checks/check-recordings.ts';
import { readRecording } from './formats.ts';
import type { FieldChoice } from './recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-foreign-'));

/** Items 0 to 11 of two models; every third item is wrong for `a`, every second one for `b`. */
const rows = ['a', 'b'].flatMap((model, at) =>
  Array.from({ length: 12 }, (_, item) => ({ model, item_id: `q${item}`, is_correct: Number(item % (3 - at) !== 0) })),
);
type Row = Readonly<Record<string, unknown>>;

function write(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

function csv(table: readonly Row[], delimiter = ','): string {
  const names = Object.keys(table[0] ?? {});
  return [names, ...table.map((row) => names.map((name) => row[name] ?? ''))]
    .map((each) => each.join(delimiter))
    .join('\n');
}

const jsonl = (table: readonly Row[]) => table.map((row) => JSON.stringify(row)).join('\n');

/** Returns the shares of right answers by model with the number of items, or why the table is not read. */
async function shares(name: string, content: string, choice: FieldChoice = {}): Promise<unknown> {
  try {
    const { rows: read, scores } = await readRecording(write(name, content), choice);
    const [score] = scores;
    if (score.kind === 'unread') return `${score.reason}; ${score.advice}`;
    const models = Map.groupBy(read, ({ model }) => model);
    return Object.fromEntries(
      Array.from(models, ([model, own]) => {
        const values = own.flatMap(({ outcome }) => (outcome.kind === 'scored' ? [outcome.value] : []));
        const items = new Set(own.map(({ item }) => item)).size;
        return [model, [values.reduce((sum, value) => sum + value, 0) / values.length, items]];
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.message.replaceAll(`${folder}/`, '')}; ${error.hint}`;
  }
}

const truth = { a: [8 / 12, 12], b: [6 / 12, 12] };
const table = csv(rows);
const columns = ['model', 'item_id', 'is_correct'] as const;
const byId = Object.fromEntries(
  rows.map(({ item_id, ...row }) => [`${row.model}/${item_id}`, { ...row, task_id: item_id }]),
);

describe('a table of another program', () => {
  it.each<[string, string, string]>([
    ['with a byte order mark', 't.csv', `\uFEFF${table}`],
    ['with carriage returns', 't.csv', table.replaceAll('\n', '\r\n')],
    ['with semicolons', 't.csv', csv(rows, ';')],
    ['with bars', 't.csv', csv(rows, '|')],
    ['with bars and spaces', 't.csv', csv(rows, ' | ')],
    ['whose first line names the delimiter', 't.csv', `sep=,\n${table}`],
    ['whose first line names another delimiter', 't.csv', `sep=;\n${csv(rows, ';')}`],
    ['with blank lines', 't.csv', `\n\n${table}\n\n`],
    [
      'whose names are written as sentences',
      't.csv',
      table.replace(columns.join(','), ' Model ,Item ID, Is correct? '),
    ],
    ['whose names are joined words', 't.csv', table.replace(columns.join(','), 'modelName,questionId,isCorrect')],
    [
      'with spaces around the names of models',
      't.csv',
      csv(rows.map((row, at) => (at % 2 === 0 ? row : { ...row, model: ` ${row.model} ` }))),
    ],
    [
      'with columns as lists (pandas)',
      't.json',
      JSON.stringify(Object.fromEntries(columns.map((name) => [name, rows.map((row) => row[name])]))),
    ],
    [
      'with columns by number (pandas)',
      't.json',
      JSON.stringify(Object.fromEntries(columns.map((name) => [name, { ...rows.map((row) => row[name]) }]))),
    ],
    [
      'with columns beside data (pandas)',
      't.json',
      JSON.stringify({ columns, index: [0], data: rows.map((row) => columns.map((name) => row[name])) }),
    ],
    ['with rows by their number (pandas)', 't.json', JSON.stringify({ ...rows })],
    ['with rows by a key', 't.json', JSON.stringify(byId)],
    ['with rows inside an object', 't.json', JSON.stringify({ results: { rows }, n: 24 })],
    [
      'with ids that no number holds',
      't.jsonl',
      jsonl(rows).replaceAll(/"q(\d+)"/g, (_, item) => `${9_007_199_254_740_993n + BigInt(item)}`),
    ],
    [
      'with a column that says that more is better',
      't.csv',
      csv(rows.map((row) => ({ ...row, higher_is_better: 'TRUE' }))),
    ],
    [
      'with a column that says that less is better',
      't.csv',
      csv(rows.map((row) => ({ ...row, is_correct: 1 - row.is_correct, lower_is_better: 1 }))),
    ],
    [
      'with a column that says that more is not better',
      't.csv',
      csv(rows.map((row) => ({ ...row, is_correct: 1 - row.is_correct, higherIsBetter: 'no' }))),
    ],
    ['with a column that names the metric', 't.csv', csv(rows.map((row) => ({ ...row, metric: 'accuracy' })))],
  ])('is read: %s', async (_, name, content) => {
    expect(await shares(name, content)).toEqual(truth);
  });

  it.each<[string, string, string, RegExp]>([
    [
      'an infinite outcome',
      't.jsonl',
      jsonl(rows).replace('"is_correct":1', '"is_correct":Infinity'),
      /column is_correct holds "Infinity" \(row 2\), which is neither/,
    ],
    [
      'a metric of which less is better',
      't.csv',
      csv(rows.map((row) => ({ ...row, metric: 'error_rate' }))),
      /less may be better of error_rate, .*add --better lower/,
    ],
    [
      'rows that differ in which end is better',
      't.csv',
      csv(rows.map((row, at) => ({ ...row, lower_is_better: at % 2 }))),
      /differ in which end of the score is better: lower_is_better in row 1, lower_is_better in row 2/,
    ],
    [
      'a row with the mean',
      't.csv',
      `${table}\na,mean,0.67\nb,mean,0.5`,
      /row 25: "mean" is the id of a summary of the other rows/,
    ],
    ['a row with the total', 't.csv', `${table}\na,Total:,8`, /row 25: "Total:" is the id of a summary/],
    [
      'a row with the macro average',
      't.csv',
      csv([{ model: 'a', item_id: 'macro avg', is_correct: 1 }, ...rows]),
      /row 1: "macro avg" is the id of a summary/,
    ],
    [
      'a row with the overall accuracy',
      't.csv',
      `${table}\nb,overall accuracy,0.5`,
      /"overall accuracy" is the id of a summary/,
    ],
    [
      'lists of rows by model',
      't.json',
      JSON.stringify({ 'lab/a': rows.slice(0, 12), 'lab/b': rows.slice(12) }),
      /several lists .*; write one of them into a file: jq '\.\["lab\/a"\]' /,
    ],
    [
      'items of two tasks with equal ids',
      't.csv',
      csv(rows.map((row, at) => ({ ...row, item_id: at % 6, task: at % 12 < 6 ? 'x' : 'y' }))),
      /task differs: .*where it tells items apart, as part of the item: --columns item=item_id\+task/,
    ],
  ])('is refused with its reason: %s', async (_, name, content, reason) => {
    expect(await shares(name, content)).toMatch(reason);
  });

  it.each(['€0.01', '-0.01', 'inf', 'cheap', '1.200,50', '0:01', '{"usd":1}', '10 %'])(
    'says that a cost of %s is unknown, and reads the others',
    async (cost) => {
      const costs = rows.map((row, at) => ({ ...row, cost: at === 3 ? cost : 0.01 }));
      const log = await readRecording(write('costs.jsonl', jsonl(costs)));
      expect(log.rows.map(({ dollars }) => dollars)).toEqual(rows.map((_, at) => (at === 3 ? null : 0.01)));
      expect(log.notes.join(' ')).toContain(
        `column cost holds "${cost}" (row 4), which cannot be read as dollars, in 1 row`,
      );
    },
  );

  it('keeps items whose ids are words', async () => {
    const words = ['mean', 'total', 'apple', 'pear', 'plum', 'fig'];
    const read = await shares(
      'words.csv',
      csv(words.map((item_id, at) => ({ model: 'a', item_id, is_correct: at % 2 }))),
    );
    expect(read).toEqual({ a: [0.5, 6] });
  });
});

describe('a wide table', () => {
  const wide = rows
    .slice(0, 12)
    .map(({ item_id, is_correct }, at) => ({ item_id, a: is_correct, b: rows[12 + at]?.is_correct }));
  const other = (more: (row: (typeof wide)[number], at: number) => Row) =>
    csv(wide.map((row, at) => ({ ...row, ...more(row, at) })));

  it.each<[string, string, FieldChoice]>([
    ['with questions', other((_, at) => ({ question: `Question ${at}?` })), {}],
    ['with subjects', other((_, at) => ({ subject: `s${at % 2}` })), {}],
    [
      'with a column that the user names',
      other((_, at) => ({ difficulty: at % 2 })),
      { columns: new Map([['stratum', 'difficulty']]) },
    ],
  ])('is read %s', async (_, content, choice) => {
    expect(await shares('wide.csv', content, choice)).toEqual(truth);
  });

  it.each<[string, string]>([
    ['all_correct', other(({ a, b }) => ({ all_correct: Number(a === 1 && b === 1) }))],
    ['mean', other(({ a, b = 0 }) => ({ mean: (a + b) / 2 }))],
    ['majority', other(({ a }) => ({ majority: a }))],
    ['n_correct', other(({ a, b = 0 }) => ({ n_correct: a * b }))],
    ['total', other(({ a, b = 0 }) => ({ total: a * b }))],
    ['year', other(() => ({ year: 2024 }))],
    ['difficulty', other((_, at) => ({ difficulty: at % 5 }))],
    ['is_hard', other((_, at) => ({ is_hard: at % 2 }))],
  ])('does not take %s for a model, and says what to do with it', async (name, content) => {
    expect(await shares('wide.csv', content)).toMatch(
      new RegExp(
        `Where a, b are the models of a wide table, remove ${name}, or say what it is: --columns stratum=${name}`,
      ),
    );
  });

  it('asks which end is better where its columns are named by what is wrong', async () => {
    const wrong = csv(wide.map(({ item_id, a, b = 0 }) => ({ item_id, a_wrong: 1 - a, b_wrong: 1 - b })));
    expect(await shares('wide.csv', wrong)).toMatch(/less may be better of a_wrong, .*--better lower/);
    expect(await shares('wide.csv', wrong, { better: 'lower' })).toEqual({ a_wrong: truth.a, b_wrong: truth.b });
  });

  it('does not take a column of answers for what each model answered', async () => {
    const log = await readRecording(
      write(
        'gold.csv',
        other((_, at) => ({ answer: at % 2 })),
      ),
    );
    expect(new Set(log.rows.map(({ answer }) => answer))).toEqual(new Set([null]));
  });
});

describe('ids without texts', () => {
  const numbered = (start: number, count: number, more: Row = {}) =>
    Array.from({ length: count }, (_, at) => ({ model: `from ${start}`, id: start + at, is_correct: at % 2, ...more }));
  const found = async (table: readonly Row[]) =>
    checkRecordings([await readRecording(write('ids.csv', csv(table)))]).flatMap((each) =>
      each.check === 'other items' ? [each.found] : [],
    );

  it('that start at 0 and at 1 are named', async () => {
    expect(await found([...numbered(0, 12), ...numbered(1, 12)])).toEqual([
      'its ids go from 1 to 12, those of from 0 from 0 to 11: they may number the same items from 1 and from 0',
    ]);
  });

  it.each<[string, readonly Row[]]>([
    ['of other numbers of items', [...numbered(0, 12), ...numbered(1, 11)]],
    ['of the same numbers', [...numbered(0, 12), ...numbered(0, 12, { model: 'b' })]],
    ['of other parts', [...numbered(0, 12), ...numbered(12, 12)]],
    ['of few items', [...numbered(0, 9), ...numbered(1, 9)]],
    ['with gaps', [...numbered(0, 12), ...numbered(1, 12)].filter(({ id }) => id !== 5)],
    ['with questions', [...numbered(0, 12, { question: 'Is it so?' }), ...numbered(1, 12, { question: 'Is it so?' })]],
  ])('are not named: %s', async (_, table) => {
    expect(await found(table)).toEqual([]);
  });
});
