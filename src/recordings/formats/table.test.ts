import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../../util/app-error.ts';
import { checkRecordings, screenRecordings } from '../checks/check-recordings.ts';
import { readRecording } from '../formats.ts';
import type { FieldChoice } from '../recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

type Row = Readonly<Record<string, unknown>>;

const jsonl = (rows: readonly Row[], name = 'rows.jsonl') =>
  write(name, rows.map((row) => JSON.stringify(row)).join('\n'));
const csv = (header: string, ...rows: readonly (readonly unknown[])[]) =>
  write('rows.csv', [header, ...rows.map((row) => row.join(','))].join('\n'));
const columns = (text: string): FieldChoice => ({
  columns: new Map(text.split(',').map((pair) => pair.split('=') as [string, string])),
});

async function refusalOf(file: string, choice: FieldChoice = {}): Promise<string> {
  try {
    await readRecording(file, choice);
    return 'read';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.message.replaceAll(`${folder}/`, '')}; ${error.hint}`;
  }
}

async function valuesOf(file: string, choice: FieldChoice = {}) {
  const { rows } = await readRecording(file, choice);
  return rows.map(({ outcome }) => (outcome.kind === 'scored' ? outcome.value : null));
}

const ids = Array.from({ length: 60 }, (_, id) => id);
const yes = (is: boolean) => (is ? 'yes' : 'no');
const isKey = (id: number) => id % 3 !== 0;
const isRight = (id: number, model: string) => (model === 'a' ? id % 5 !== 0 : id % 4 !== 1);

describe('a column that may hold the right answer', () => {
  /** A table of two models on questions with two answers; `correct` is the cell of that column. */
  const asked = (
    header: string,
    models: readonly string[],
    cells: (is: { key: boolean; right: boolean }) => readonly unknown[],
  ) =>
    csv(
      header,
      ...models.flatMap((model) =>
        ids.map((id) => [model, id, ...cells({ key: isKey(id), right: isRight(id, model) })]),
      ),
    );

  const answer = ({ key, right }: { key: boolean; right: boolean }) => key === right;

  it.each<[string, string, readonly string[], Parameters<typeof asked>[2], RegExp]>([
    [
      'yes and no',
      'model,id,answer,correct',
      ['a', 'b'],
      (is) => [yes(answer(is)), yes(is.key)],
      /^column correct of rows\.csv holds the words of column answer \("no", "yes"\): it may be the right answer, or say what is right; items have one value of it although their answers differ; add --columns correct=correct where it says what is right; where it is the right answer, add a column is_correct/,
    ],
    [
      'one model',
      'model,id,answer,correct',
      ['a'],
      (is) => [yes(answer(is)), yes(is.key)],
      /it may be the right answer, or say what is right; add/,
    ],
    [
      'labels 0 and 1',
      'model,id,prediction,correct',
      ['a', 'b'],
      (is) => [Number(answer(is)), Number(is.key)],
      /column correct .* holds the words of column prediction \("0", "1"\)/,
    ],
    [
      'True and False',
      'model,id,answer,right',
      ['a', 'b'],
      (is) => [answer(is) ? 'True' : 'False', is.key ? 'True' : 'False'],
      /column right .* holds the words of column answer/,
    ],
    [
      'a key beside another one',
      'model,id,answer,correct,target',
      ['a', 'b'],
      (is) => [yes(answer(is)), yes(is.key), yes(is.key)],
      /column correct/,
    ],
    [
      'the answers as the result',
      'model,id,result,target',
      ['a', 'b'],
      (is) => [yes(answer(is)), yes(is.key)],
      /column result .* holds the words of column target .*: it may be the answer of the model, or say/,
    ],
  ])('is refused: %s', async (_, header, models, cells, message) => {
    expect(await refusalOf(asked(header, models, cells))).toMatch(message);
  });

  it.each<[string, string, readonly string[], Parameters<typeof asked>[2]]>([
    ['right and wrong of yes and no', 'model,id,answer,correct', ['a', 'b'], (is) => [yes(answer(is)), yes(is.right)]],
    [
      'right and wrong beside the key',
      'model,id,answer,correct,target',
      ['a'],
      (is) => [yes(answer(is)), yes(is.right), yes(is.key)],
    ],
    ['a name that says what it is', 'model,id,answer,is_correct', ['a'], (is) => [yes(answer(is)), yes(is.right)]],
    ['another name that says it', 'model,id,answer,passed', ['a'], (is) => [yes(answer(is)), yes(is.right)]],
    ['answers that are numbers', 'model,id,answer,correct', ['a'], (is) => [is.key ? 17 : 4, Number(is.right)]],
    ['answers that are texts', 'model,id,answer,correct', ['a'], (is) => [`text ${is.key}`, is.right]],
  ])('is read: %s', async (_, header, models, cells) => {
    const values = await valuesOf(asked(header, models, cells));
    expect(values).toEqual(models.flatMap((model) => ids.map((id) => Number(isRight(id, model)))));
  });

  it('is read where the user names it', async () => {
    const file = asked('model,id,answer,correct', ['a'], (is) => [yes(answer(is)), yes(is.right)]);
    expect(await valuesOf(file, columns('correct=correct'))).toEqual(ids.map((id) => Number(isRight(id, 'a'))));
  });

  it('is refused in a wide table, whose cells may be answers', async () => {
    const cells = (id: number) => [id, yes(isKey(id)), yes(isRight(id, 'a')), yes(isRight(id, 'b'))];
    expect(await refusalOf(csv('id,key,gpt,qwen', ...ids.map(cells)))).toContain(
      'columns gpt, qwen of rows.csv hold the words of column key ("no", "yes"): they may be answers',
    );
    const marked = ids.map((id) => [id, yes(isKey(id)), Number(isRight(id, 'a')), Number(isRight(id, 'b'))]);
    expect((await readRecording(csv('id,key,gpt,qwen', ...marked))).models).toEqual(['gpt', 'qwen']);
  });
});

describe('columns of other accepted names', () => {
  it.each<[string, string, readonly unknown[], string]>([
    [
      'success and score',
      'model,id,success,score',
      ['m', 1, 'true', 0],
      'columns success and score of rows.csv may both hold what is right, and differ in row 1: "true" and "0"; name one: --columns correct=success or correct=score',
    ],
    ['exact_match and f1', 'model,id,exact_match,f1', ['m', 1, 0, 0.5], 'columns exact_match and f1'],
    ['score and points', 'model,id,score,points', ['m', 1, 3, 5], 'columns score and points'],
    [
      'two confidences',
      'model,id,correct,confidence,stated_confidence',
      ['m', 1, 1, 0.9, 0.6],
      '--columns confidence=confidence or confidence=stated_confidence',
    ],
    [
      'answer and prediction',
      'model,id,is_correct,answer,prediction',
      ['m', 1, 0, 'A', 'B'],
      '--columns answer=answer or answer=prediction, or answer=prediction,key=answer where the first is the right answer',
    ],
    [
      'names in two cases',
      'model,id,Score,score',
      ['m', 1, 1, 0],
      'rows.csv has 2 columns that are called alike: Score, score; name the one that counts: --columns correct=Score',
    ],
    [
      'one name twice',
      'model,id,correct,correct',
      ['m', 1, 1, 0],
      'rows.csv has 2 columns called correct; rename or remove all but one',
    ],
    [
      'one name twice, with spaces',
      'model,id,note, note ,correct',
      ['m', 1, 'x', 'y', 0],
      'rows.csv has 2 columns called note',
    ],
    ['a model twice', 'id,gpt,gpt', [1, 1, 0], 'rows.csv has 2 columns called gpt'],
  ])('are refused where they differ: %s', async (_, header, row, message) => {
    expect(await refusalOf(csv(header, row))).toContain(message);
  });

  it.each<[string, string, readonly unknown[], FieldChoice]>([
    ['equal values', 'model,id,success,score', ['m', 1, 'true', 1], {}],
    ['a rating beside is_correct', 'model,id,is_correct,score', ['m', 1, 1, 7], {}],
    ['a text that is no outcome', 'model,id,exact_match,result', ['m', 1, 1, 'four'], {}],
    ['the one that the user names', 'model,id,success,score', ['m', 1, 'false', 1], columns('correct=score')],
    ['columns without a name', 'model,id,correct,,', ['m', 1, 1, '', ''], {}],
  ])('are read: %s', async (_, header, row, choice) => {
    expect(await valuesOf(csv(header, row), choice)).toEqual([1]);
  });
});

describe('a column answer beside the answers of the model', () => {
  const letter = (at: number) => 'ABCD'[at % 4] ?? 'A';
  const rows = (name: string, right: (id: number) => boolean, shown: (text: string) => string = (text) => text) =>
    csv(
      `model,id,answer,${name},correct`,
      ...ids.map((id) => ['m', id, letter(id), shown(letter(isRight(id, 'a') ? id : id + 1)), right(id)]),
    );

  it.each(['prediction', 'model_answer', 'predicted', 'Prediction'])(
    'holds the key where right is what equals it: %s',
    async (name) => {
      for (const shown of [(text: string) => text, (text: string) => ` ${text.toLowerCase()}. `]) {
        const log = await readRecording(rows(name, (id) => isRight(id, 'a'), shown));
        expect([log.items.get('5')?.key, log.rows[5]?.answer?.trim().slice(0, 1).toUpperCase()]).toEqual(['B', 'C']);
        expect(log.notes).toContain(
          `column answer is taken for the right answer: what is right is where column ${name} has its value`,
        );
      }
    },
  );

  it('is refused where that does not show', async () => {
    expect(await refusalOf(rows('prediction', (id) => id % 2 === 0))).toContain(
      'columns answer and prediction of rows.csv may both hold the answer of the model',
    );
  });

  it('is what the user says it is', async () => {
    const log = await readRecording(
      rows('prediction', (id) => isRight(id, 'a')),
      columns('answer=answer'),
    );
    expect([log.items.get('5')?.key, log.rows[5]?.answer]).toEqual([null, 'B']);
  });
});

describe('columns of 0 and 1 without a model', () => {
  it.each([
    'id,question,label',
    'id,gpt',
    'id,label,is_hard',
    'id,gpt,is_answerable',
    'id,target_class,gold',
    'id,gpt,flagged',
  ])('are no models: %s', async (header) => {
    const rows = ids.map((id) =>
      header.split(',').map((name) => (name === 'id' ? id : name === 'question' ? `q${id}` : id % 2)),
    );
    expect(await refusalOf(csv(header, ...rows))).toMatch(/has no column for correct/);
  });
});

describe('columns that first occur further down', () => {
  const late = (more: (id: number) => Row) =>
    jsonl(ids.map((id) => ({ model: 'm', id, ...(id < 55 ? {} : more(id)), ok: id })));
  const plain = (id: number) => ({ correct: id % 2 === 0 });

  it.each<[string, readonly Row[], FieldChoice, (log: Awaited<ReturnType<typeof readRecording>>) => unknown, unknown]>([
    [
      'a confidence',
      ids.map((id) => ({ model: 'm', id, ...plain(id), ...(id < 55 ? {} : { confidence: 0.25 }) })),
      {},
      ({ rows }) => rows.filter(({ confidence }) => confidence.kind === 'stated').length,
      5,
    ],
    [
      'the outcome',
      ids.map((id) => ({ model: 'm', id, ...(id < 55 ? {} : plain(id)) })),
      {},
      ({ rows }) => rows.filter(({ outcome }) => outcome.kind === 'scored').length,
      5,
    ],
    [
      'a path that the user names',
      ids.map((id) => ({ model: 'm', id, data: id < 55 ? { type: 'log' } : { is: id % 2 } })),
      columns('correct=data.is'),
      ({ rows }) => rows.filter(({ outcome }) => outcome.kind === 'scored').length,
      5,
    ],
    [
      'the model of a wide table',
      ids.map((id) => ({ id, gpt: 1, glm: 0, ...(id < 55 ? {} : { qwen: 0 }) })),
      {},
      ({ models }) => models,
      ['gpt', 'glm', 'qwen'],
    ],
    [
      'the key',
      ids.map((id) => ({ model: 'm', id, ...plain(id), ...(id < 55 ? {} : { target: 'x' }) })),
      {},
      ({ items }) => items.get('57')?.key,
      'x',
    ],
  ])('are read: %s', async (_, rows, choice, of, expected) => {
    expect(of(await readRecording(jsonl(rows), choice))).toEqual(expected);
  });

  it('tell conditions apart', async () => {
    const rows = [...ids, ...ids].map((id, index) => ({
      model: 'm',
      id,
      ...plain(id + index),
      ...(index < 60 ? {} : { temperature: 1 }),
    }));
    expect(await refusalOf(jsonl(rows))).toContain('and temperature differs');
  });

  it('are missing where no row has them', async () => {
    expect(await refusalOf(late(() => ({ verdict: 1 })))).toMatch(
      /has no column for correct; its columns are model, id, ok, verdict/,
    );
  });
});

describe('a column of executions', () => {
  const head = 'model,id,seed,correct';
  const screened = async (file: string, choice: FieldChoice = {}) => {
    const log = await readRecording(file, choice);
    const faults = checkRecordings([log]).filter(({ kind }) => kind === 'fault');
    const [kept] = screenRecordings([log]).logs;
    return { log, rows: kept?.rows.length, faults: faults.map(({ check }) => check) };
  };
  const seeds = (of: (id: number, seed: number) => unknown, ...all: readonly number[]) =>
    all.flatMap((seed) => ids.map((id) => ['m', id, seed, of(id, seed)]));

  it.each<[string, readonly (readonly unknown[])[], FieldChoice, readonly string[], number, string]>([
    ['executions that differ', seeds((id, seed) => (id + seed) % 2, 1, 2), {}, [], 120, 'numbered'],
    ['executions that are equal', seeds((id) => id % 2, 1, 2), {}, [], 120, 'numbered'],
    ['other seeds', seeds((id) => id % 2, 42, 1337), {}, [], 120, 'numbered'],
    [
      'rows of one seed twice',
      [...seeds((id) => id % 2, 1, 2), ...seeds((id) => id % 2, 1)],
      {},
      ['same rows'],
      120,
      'in order',
    ],
    [
      'rows of one seed that differ',
      seeds((id, at) => (id + at) % 2, 1, 2).map(([m, id, , is]) => [m, id, 1, is]),
      {},
      ['several models'],
      120,
      'in order',
    ],
  ])('tells apart %s', async (_, rows, choice, checks, kept, executions) => {
    const found = await screened(csv(head, ...rows), choice);
    expect([found.faults, found.rows, found.log.executions]).toEqual([checks, kept, executions]);
  });

  it.each<[string, string]>([
    ['epoch=batch', 'model,id,batch,correct'],
    ['epoch=batch+part', 'model,id,batch,correct,part'],
  ])('is the one that the user names: --columns %s', async (choice, header) => {
    const rows = [0, 1].flatMap((at) =>
      ids.map((id) => ['m', id, `x${at}`, (id + at) % 2, at].slice(0, header.split(',').length)),
    );
    expect((await screened(csv(header, ...rows), columns(choice))).faults).toEqual([]);
  });

  it('orders executions by its numbers', async () => {
    const file = csv(
      'model,id,epoch,correct,confidence',
      ['m', 1, 10, 1, 0.9],
      ['m', 1, 2, 0, 0.2],
      ['m', 1, 1, 0, 0.1],
    );
    const { rows } = await readRecording(file);
    expect(rows.map(({ epoch, confidence }) => [epoch, confidence.kind === 'stated' && confidence.value])).toEqual([
      [3, 0.9],
      [2, 0.2],
      [1, 0.1],
    ]);
  });

  it('numbers executions without a gap when rows that are given twice are left out', async () => {
    const rows = [...seeds((id) => id % 2, 1, 1, 2), ['m', 99, 2, 1]];
    const { log } = await screened(csv(head, ...rows));
    const [kept] = screenRecordings([log]).logs;
    const epochs = Map.groupBy(kept?.rows ?? [], ({ item }) => item);
    expect(epochs.get('5')?.map(({ epoch, execution }) => [epoch, execution])).toEqual([
      [1, '1'],
      [2, '2'],
    ]);
    expect(epochs.get('99')?.map(({ epoch }) => epoch)).toEqual([1]);
  });

  it('is asked for where another column of ids tells rows of one item apart', async () => {
    const rows = ids.map((id) => ['m', `t${id % 6}`, id, id % 2]);
    const file = csv('model,task_id,sample_id,correct', ...rows);
    expect(await refusalOf(file)).toContain(
      'and sample_id differs: these are items, or executions of one; name the items: --columns item=task_id+sample_id; or, where they are executions of one item, --columns epoch=sample_id',
    );
    expect((await readRecording(file, columns('item=task_id+sample_id'))).items.size).toBe(60);
    expect((await readRecording(file, columns('epoch=sample_id'))).items.size).toBe(6);
  });
});

describe('a JSON object with several lists', () => {
  const answers = ids.map((id) => ({ id, model: 'm', correct: id % 2 }));
  const several = { config: [{ id: 1, correct: 1, model: 'c' }], run: { rows: answers } };

  it.each([JSON.stringify(several), `${JSON.stringify(several)}\n`])(
    'is refused where several hold answers',
    async (text) => {
      const said = await refusalOf(write('lists.json', text));
      expect(said).toContain(
        'has several lists of rows that may be answers: config (1 row), run.rows (60 rows); write one of them into a file: jq',
      );
    },
  );

  it.each<[string, unknown, FieldChoice]>([
    ['the list with answers', { config: [{ name: 'x' }], rows: answers }, {}],
    [
      'the list with the columns that the user names',
      { config: [{ name: 'x' }], rows: answers.map(({ id, correct }) => ({ number: id, data: { is: correct } })) },
      columns('item=number,correct=data.is'),
    ],
    ['the only list', { rows: answers }, {}],
  ])('is read: %s', async (_, value, choice) => {
    const file = write('lists.json', JSON.stringify(value));
    expect((await readRecording(file, choice)).rows).toHaveLength(60);
  });
});
