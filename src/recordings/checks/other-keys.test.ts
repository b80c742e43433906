import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../../test/support/zip.ts';
import { readRecording } from '../formats.ts';
import { checkRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-wrong-right-'));
afterAll(() => rmSync(folder, { recursive: true }));

const letters = ['A', 'B', 'C', 'D'];
const genotypes = ['Aa', 'AA', 'aa'];
interface Row {
  readonly item: number;
  readonly model: string;
  readonly answer: string;
  readonly key: string;
  readonly isRight: boolean;
}

/** Returns 100 items of two models, a third of them wrong; `change` decides about those of the second one. */
function rowsWith(change: (row: Row) => Partial<Row>): readonly Row[] {
  return ['sound', 'changed'].flatMap((model) =>
    Array.from({ length: 100 }, (_, item) => {
      const key = letters[item % 4] ?? '';
      const isRight = (item + model.length) % 3 > 0;
      const row = { item, model, key, isRight, answer: isRight ? key : (letters[(item + 1) % 4] ?? '') };
      return model === 'sound' ? row : { ...row, ...change(row) };
    }),
  );
}

type Writer = (rows: readonly Row[]) => readonly { readonly name: string; readonly content: string | Buffer }[];

const csv: Writer = (rows) => [
  {
    name: 'table.csv',
    content: [
      'item,model,answer,correct_answer,correct',
      ...rows.map(
        ({ item, model, answer, key, isRight }) => `${item},${model},"${answer}","${key}",${Number(isRight)}`,
      ),
    ].join('\n'),
  },
];
const json: Writer = (rows) => [
  {
    name: 'table.jsonl',
    content: rows
      .map(({ isRight, key, ...row }) => JSON.stringify({ ...row, target: key, correct: isRight }))
      .join('\n'),
  },
];
const lmEval: Writer = (rows) =>
  ['sound', 'changed'].map((model) => ({
    name: `${model}/samples_quiz.jsonl`,
    content: rows
      .filter((row) => row.model === model)
      .map(({ item, answer, key, isRight }) =>
        JSON.stringify({
          ...{ doc_id: item, doc: { question: `${item}?` }, target: key, filter: 'none', metrics: ['exact_match'] },
          ...{ resps: [[answer]], filtered_resps: [answer], exact_match: Number(isRight) },
        }),
      )
      .join('\n'),
  }));
const inspect: Writer = (rows) =>
  ['sound', 'changed'].map((model) => ({
    name: `${model}.eval`,
    content: zipOf([
      { name: 'header.json', content: JSON.stringify({ version: 2, status: 'success', eval: { task: 't', model } }) },
      {
        name: 'summaries.json',
        content: JSON.stringify(
          rows
            .filter((row) => row.model === model)
            .map(({ item, answer, key, isRight }) => ({
              ...{ id: item, epoch: 1, input: `${item}?`, target: key },
              scores: { match: { value: isRight ? 'C' : 'I', answer } },
            })),
        ),
      },
    ]),
  }));

/** Returns the checks that name the answers, with the number of rows. */
async function named(rows: readonly Row[], write: Writer = csv) {
  const logs = [];
  for (const { name, content } of write(rows)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    logs.push(await readRecording(file));
  }
  return checkRecordings(logs).filter(({ kind }) => kind === 'fault');
}

const isEighth = ({ item }: Row) => item % 8 === 0;
const wrongKeys = (row: Row) => (isEighth(row) ? { answer: row.key, isRight: false } : {});

describe('checkOtherKeys of answers that are scored as wrong', () => {
  it.each<[string, Writer]>([
    ['CSV', csv],
    ['JSON lines', json],
    ['lm-eval', lmEval],
    ['Inspect', inspect],
  ])('names answers that are the key and scored as wrong, with number and effect: %s', async (_, write) => {
    const findings = await named(rowsWith(wrongKeys), write);
    expect(findings.map(({ check, models, rows }) => [check, models, rows.length])).toEqual([
      ['other keys', ['changed'], 13],
    ]);
    expect(findings[0]?.found).toMatch(/^13 of \d+ answers that are scored as wrong are the key of the item$/);
    expect(findings[0]?.effect).toContain('accuracy lacks 13 points');
  });

  it.each<[string, (key: string) => string]>([
    ['lower case', (key) => key.toLowerCase()],
    ['brackets', (key) => `(${key})`],
    ['a bracket', (key) => `${key})`],
    ['a full stop', (key) => `${key}.`],
    ['quotes and stars', (key) => `**'${key}'**`],
  ])('takes the key in other writing for the key: %s', async (_, write) => {
    const findings = await named(rowsWith((row) => ({ answer: write(row.answer), isRight: false })));
    expect(findings.map(({ check, models }) => [check, models])).toEqual([['other keys', ['changed']]]);
  });

  it('names them where nothing is right', async () => {
    const rows = rowsWith(({ key }) => ({ answer: key.toLowerCase(), isRight: false }));
    expect(await named(rows.filter(({ model }) => model === 'changed'))).toHaveLength(1);
  });

  it.each<[string, readonly Row[]]>([
    ['sound', rowsWith(() => ({}))],
    [
      'four wrong keys, which people mistype',
      rowsWith((row) => (row.item < 4 ? { answer: row.key, isRight: false } : {})),
    ],
    ['-5 for 5', rowsWith((row) => (row.isRight ? {} : { key: '5', answer: '-5' }))],
    [
      'sentences that differ in case',
      rowsWith((row) => ({ key: 'In the Winter', answer: 'in the winter', isRight: isEighth(row) })),
    ],
    [
      'keys that differ in case',
      rowsWith(({ item, isRight }) => {
        const [key = '', other = ''] = [genotypes[item % 3], genotypes[(item + 1) % 3]];
        return { key, answer: isRight ? key : other };
      }),
    ],
    ['a score of something else', rowsWith(({ key, item }) => ({ answer: key, isRight: item % 3 === 0 }))],
  ])('is silent about %s', async (_, rows) => {
    const changed = rows.filter(({ model }) => model === 'changed');
    expect(await named(changed)).toEqual([]);
  });

  it('is silent where another score has the answer right: this one asks for more', async () => {
    const rows = rowsWith(wrongKeys);
    const file = join(folder, 'two.eval');
    const samples = rows
      .filter(({ model }) => model === 'changed')
      .map(({ item, answer, key, isRight }) => ({
        ...{ id: item, epoch: 1, input: `${item}?`, target: key },
        scores: {
          strict: { value: isRight ? 'C' : 'I', answer },
          match: { value: answer === key ? 'C' : 'I', answer },
        },
      }));
    const header = JSON.stringify({ version: 2, status: 'success', eval: { task: 't', model: 'm' } });
    writeFileSync(
      file,
      zipOf([
        { name: 'header.json', content: header },
        { name: 'summaries.json', content: JSON.stringify(samples) },
      ]),
    );
    expect(checkRecordings([await readRecording(file)]).filter(({ kind }) => kind === 'fault')).toEqual([]);
  });
});
