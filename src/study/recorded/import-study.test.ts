import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../../test/support/refusal.ts';
import { maxStudyLines } from '../../report/render/screen.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { studyFindings } from '../report/study-findings.ts';
import { studyScreen } from '../report/study-screen.ts';
import { parseStudyRecord } from '../study-record.ts';
import { importStudy } from './import-study.ts';

const folder = newFolder();
const fixture = (name: string) => fileURLToPath(new URL(`../../../test/fixtures/two-models/${name}`, import.meta.url));

/** Returns what a study of two tables says. The store is not read: a study that was trained elsewhere has no runs. */
async function resultsOf(answers: string, predictions: string) {
  const { study, notes } = await importStudy(answers, predictions);
  const record = parseStudyRecord(study.id, study.record);
  const result = await analyzeRecord({} as never, record);
  return { result, notes, results: studyFindings(study.id, record, result), id: study.id };
}

describe('importStudy of two recorded models with shifted selves', () => {
  it('gives the recorded values, and the words on both directions and the study', async () => {
    const { result, results, notes } = await resultsOf(fixture('answers.csv.gz'), fixture('predictions.csv.gz'));
    const [pair] = result.pairs;
    const [qwen, smol] = pair!.plain;
    const half = ([low, high]: readonly [number, number]) => (high - low) / 2 / 2.0128955989; // t quantile, 46 df
    expect([qwen!.word, smol!.word, pair!.verdict]).toEqual(['no test', 'no test', 'not measured']);
    expect([qwen!.p, smol!.p, qwen!.explainingDeviation]).toEqual([null, null, null]);
    const rest = (0.04846 / 1.959964) ** 2 - 0.011 ** 2; // one training of smollm2 on itself, two of qwen2.5-coder on it
    expect(smol!.explainingDeviation).toBeCloseTo(Math.sqrt(rest / 2), 4);
    for (const [estimate, value, error] of [
      [qwen!.quantity, 0.01219, 0.01244],
      [smol!.quantity, -0.04846, 0.011],
      [pair!.shifted![0]!.plain!, 0.00309, 0.01264],
      [pair!.shifted![1]!.plain!, -0.01389, 0.01214],
      [pair!.shifted![0]!.difference.quantity, 0.0091, 0.01806],
      [pair!.shifted![1]!.difference.quantity, -0.03457, 0.0154],
    ] as const) {
      expect(estimate.value).toBeCloseTo(value, 5);
      expect(half(estimate.interval!)).toBeCloseTo(error, 5);
      expect(estimate.clusters).toBe(47);
    }
    expect(pair!.accuracy!.aa - 0.6654).toBeCloseTo(0, 4);
    expect(pair!.beyondRules.map(({ b }) => b)).toEqual(Array(2).fill('ngram-logistic-regression'));
    expect(notes.join(' ')).toContain('One training (seed) of an arm');
    const screen = studyScreen(results, { width: 80 }).split('\n');
    expect(screen.length).toBeLessThanOrEqual(maxStudyLines);
    for (const line of screen) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(screen.join('\n')).toMatch(/smollm2.*60 %.*65 %.*41 %.*one training/);
  }, 60_000);
});

type Cells = Record<string, string>;

/** Two models; each predicts itself right on most items and the other one on fewer. */
function tables(): { answers: Cells[]; predictions: Cells[] } {
  const answers: Cells[] = [];
  const predictions: Cells[] = [];
  for (const target of ['ann', 'bob']) {
    for (let item = 0; item < 80; item += 1) {
      const value = (item * 7 + target.length) % 2 === 0 ? 'yes' : 'no';
      answers.push({ target, item: `i${item}`, group: `g${item % 40}`, property: 'first', value, note: 'x' });
      for (const predictor of ['ann', 'bob']) {
        const isRight = item % 10 < (predictor === target ? 9 : 6) || item % 3 === 0;
        const predicted = isRight ? value : value === 'yes' ? 'no' : 'yes';
        predictions.push({ predictor, trained_on: target, item: `i${item}`, property: 'first', predicted });
      }
    }
  }
  return { answers, predictions };
}

/** Returns predictions as of three trainings (seeds) of each arm, which differ on a few items. `seeds`: their names. */
function trained(predictions: readonly Cells[], seeds: readonly string[] = ['1', '2', '3']): Cells[] {
  const other = (value = '') => (value === 'yes' ? 'no' : 'yes');
  return seeds.flatMap((seed, index) =>
    predictions.map((row, place) => ({
      ...row,
      seed: `${seed}${row.predictor}`,
      predicted: place % 37 === index ? other(row.predicted) : (row.predicted ?? ''),
    })),
  );
}

function csv(name: string, rows: readonly Cells[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const file = join(folder, name);
  writeFileSync(
    file,
    [columns, ...rows.map((row) => columns.map((each) => row[each]))].map((r) => r.join(',')).join('\n'),
  );
  return file;
}

describe('importStudy', () => {
  it('reads CSV, JSON lines and Parquet alike, names other columns, and says what the tables lack', async () => {
    const { answers, predictions: once } = tables();
    const predictions = trained(once);
    const first = await resultsOf(csv('a.csv', answers), csv('p.csv', predictions));
    const jsonl = (name: string, rows: readonly Cells[]) => {
      writeFileSync(join(folder, name), rows.map((row) => JSON.stringify(row)).join('\n'));
      return join(folder, name);
    };
    const parquet = (name: string, rows: readonly Cells[]) => {
      const columnData = Object.keys(rows[0] ?? {}).map((column) => {
        return { name: column, data: rows.map((row) => row[column]), type: 'STRING' as const };
      });
      writeFileSync(join(folder, name), Buffer.from(parquetWriteBuffer({ columnData })));
      return join(folder, name);
    };
    const others = [
      await resultsOf(jsonl('a.jsonl', answers), jsonl('p.jsonl', predictions)),
      await resultsOf(parquet('a.parquet', answers), parquet('p.parquet', predictions)),
    ];
    for (const { result } of others) expect(result).toEqual(first.result);
    expect(first.result.pairs[0]).toMatchObject({ verdict: 'own better', shifted: null });
    expect(first.results.answer).toContain('better predicted by itself; a handicap of cross training is not excluded');
    expect(first.notes[0]).toBe('Ignored columns: note.');
    const notes = first.notes.join(' ');
    expect(notes).toContain('a shifted self of ann, a shifted self of bob, untrained ann, untrained bob');
    expect(notes).toContain('commonest value of the held-out rows');
  });

  it('has the same result with other names of the trainings: they are never paired by number', async () => {
    const { answers, predictions } = tables();
    const of = async (name: string, seeds: readonly string[]) =>
      (await resultsOf(csv('r-a.csv', answers), csv(`r-${name}.csv`, trained(predictions, seeds)))).result.pairs;
    const pairs = await of('first', ['1', '2', '3']);
    expect(await of('second', ['9', '4', '7'])).toEqual(pairs);
    expect(pairs[0]!.plain.map(({ word }) => word)).toEqual(['higher', 'higher']);
  });

  it('has no word for one training of an arm, and none for two', async () => {
    const { answers, predictions } = tables();
    const of = async (seeds: readonly string[]) =>
      (await resultsOf(csv('t-a.csv', answers), csv('t-p.csv', trained(predictions, seeds)))).result.pairs[0]!;
    const [one, two] = [await of(['1']), await of(['1', '2'])];
    expect([one.verdict, ...one.plain.map(({ word }) => word)]).toEqual(['not measured', 'no test', 'no test']);
    expect(one.sentence).toMatch(/These copies alone: .* points .* seeds alone explain it/);
    expect([two.verdict, ...two.plain.map(({ word }) => word)]).toEqual([
      'not measured',
      'not measured',
      'not measured',
    ]);
  });

  it('counts answers without a prediction and predictions without an answer', async () => {
    const { answers, predictions } = tables();
    const stray = { predictor: 'ann', trained_on: 'ann', item: 'other', property: 'first', predicted: 'yes' };
    const { notes } = await importStudy(csv('a2.csv', answers), csv('p2.csv', [...predictions.slice(3), stray]));
    expect(notes.join(' ')).toContain(
      '3 held-out answers of a target without a prediction that can be read: counted as wrong, and in words as',
    );
    expect(notes.join(' ')).toContain('1 prediction without an answer: left out.');
  });

  it.each<[string, (value: string) => string]>([
    ['capital letters', (value) => value.toUpperCase()],
    ['a capital first letter', (value) => `${value[0]?.toUpperCase()}${value.slice(1)}`],
    ['spaces at the ends', (value) => `  ${value} `],
    ['a final full stop', (value) => `${value}.`],
    ['quotes', (value) => `'${value}'`],
    ['quotes around a full stop', (value) => `“${value}.”`],
    ['a no-break space', (value) => `${value}\u00a0`],
  ])('compares values in one form: cross predictions with %s', async (_, written) => {
    const { answers, predictions } = tables();
    const plain = await resultsOf(csv('f-a.csv', answers), csv('f-p.csv', predictions));
    const other = predictions.map((row) =>
      row.predictor === row.trained_on ? row : { ...row, predicted: written(row.predicted ?? '') },
    );
    expect((await resultsOf(csv('f-a.csv', answers), csv('f-p2.csv', other))).result).toEqual(plain.result);
  });

  it('brings names of targets, items and properties to one form', async () => {
    const { answers, predictions } = tables();
    const plain = await resultsOf(csv('n-a.csv', answers), csv('n-p.csv', predictions));
    const other = predictions.map((row) => ({
      ...row,
      predictor: `${row.predictor?.toUpperCase()} `,
      trained_on: ` ${row.trained_on?.toUpperCase()}`,
      item: `${row.item} `,
      property: 'First.',
    }));
    expect((await resultsOf(csv('n-a.csv', answers), csv('n-p2.csv', other))).result).toEqual(plain.result);
  });

  it.each(['', 'None', 'base', 'untrained', '-', 'nan', 'Untrained', 'null'])(
    'takes trained_on "%s" for a predictor that was not trained',
    async (name) => {
      const { answers, predictions } = tables();
      const base = predictions.filter((row) => row.trained_on === 'ann').map((row) => ({ ...row, trained_on: name }));
      const { notes } = await importStudy(csv('u-a.csv', answers), csv('u-p.csv', [...predictions, ...base]));
      expect(notes.join(' ')).not.toContain('untrained ann');
    },
  );

  it('refuses a trained_on that is no target, and shows the targets', async () => {
    const { answers, predictions } = tables();
    const stray = predictions.map((row) => (row.trained_on === 'bob' ? { ...row, trained_on: 'bobby' } : row));
    await expect(importStudy(csv('s-a.csv', answers), csv('s-p.csv', stray))).rejects.toThrow(
      'trained_on "bobby" is no target of the answers (ann, bob)',
    );
  });

  it.each<[string, 'item' | 'property', (cell: string) => string, string]>([
    [
      'another sign between words',
      'property',
      () => 'first_word',
      'have a value of property that no answer has, first "first_word"',
    ],
    ['a property in the plural', 'property', () => 'firsts', 'the answers have values such as "first"'],
    [
      'a prefix of the data set',
      'item',
      (cell) => `set/${cell}`,
      'have a value of item that no answer has, first "set/i0" (line 2)',
    ],
    ['numbers alone', 'item', (cell) => cell.slice(1), 'first "0" (line 2); the answers have values such as "i0"'],
    ['leading zeros', 'item', (cell) => `i0${cell.slice(1)}`, '320 of 320 predictions'],
    ['a number after the id', 'item', (cell) => `${cell}_1`, '320 of 320 predictions'],
    ['a question in place of the id', 'item', (cell) => `Is it ${cell}?`, '320 of 320 predictions'],
    ['ids of another data set', 'item', (cell) => `x${cell}`, '320 of 320 predictions'],
  ])('refuses predictions whose names differ from those of the answers: %s', async (_, column, written, message) => {
    const { answers, predictions } = tables();
    const other = predictions.map((row) => ({ ...row, [column]: written(row[column] ?? '') }));
    await expect(importStudy(csv('o-a.csv', answers), csv('o-p.csv', other))).rejects.toThrow(message);
  });

  it.each<[string, (value: string, at: number) => string]>([
    ['an exclamation mark', (value, at) => (at % 2 === 0 ? `${value}!` : value)],
    ['bold letters', (value, at) => (at % 3 === 0 ? `**${value}**` : value)],
    ['a sentence', (value, at) => (at % 2 === 0 ? `I would say ${value}` : value)],
    ['a refusal', (value, at) => (at % 3 === 0 ? 'I cannot say' : value)],
    ['JSON', (value, at) => (at % 2 === 0 ? `{'answer': '${value}'}` : value)],
    [
      'full-width letters',
      (value, at) =>
        at % 2 === 0 ? value.replaceAll(/./g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)) : value,
    ],
    ['another language', (value, at) => (at % 2 === 0 ? (value === 'yes' ? 'ja' : 'nein') : value)],
    ['a number', (value, at) => (at % 2 === 0 ? String(Number(value === 'yes')) : value)],
  ])('names an arm that often predicts values that no answer has: %s', async (_, written) => {
    const { answers, predictions } = tables();
    const other = predictions.map((row, at) =>
      row.predictor === row.trained_on ? row : { ...row, predicted: written(row.predicted ?? '', Math.floor(at / 2)) },
    );
    const { findings } = await importStudy(csv('w-a.csv', answers), csv('w-p.csv', other));
    const named = findings.flatMap(({ check, models }) => (check === 'unread' ? models : []));
    expect(named).toEqual(['bob trained on ann', 'ann trained on bob']);
  });

  it('refuses an arm whose values never occur among the answers, with three of each', async () => {
    const { answers, predictions } = tables();
    const other = predictions.map((row) =>
      row.predictor === 'bob' ? { ...row, predicted: row.predicted === 'yes' ? 'A' : 'B' } : row,
    );
    await expect(importStudy(csv('v-a.csv', answers), csv('v-p.csv', other))).rejects.toThrow(
      /bob trained on ann predicts no value that occurs among the answers of ann to first: "[ab]", "[ab]"; the answers are "(yes|no)", "(yes|no)"/,
    );
  });

  it.each([
    [
      'a second prediction of one cell',
      (t: ReturnType<typeof tables>) => t.predictions.push(t.predictions[0]!),
      'two rows',
    ],
    ['a second answer of one cell', (t: ReturnType<typeof tables>) => t.answers.push(t.answers[0]!), 'ann, item i0'],
    [
      'a target that no model was trained on',
      (t: ReturnType<typeof tables>) => t.answers.push({ ...t.answers[0]!, target: 'cid' }),
      'no model was trained on cid',
    ],
    [
      'a missing column',
      (t: ReturnType<typeof tables>) => t.answers.splice(0, t.answers.length, { target: 'ann' }),
      'has no column item, group, property, value',
    ],
  ])('refuses %s', async (_, change, message) => {
    const made = tables();
    change(made);
    await expect(importStudy(csv('bad-a.csv', made.answers), csv('bad-p.csv', made.predictions))).rejects.toThrow(
      message,
    );
  });
});
