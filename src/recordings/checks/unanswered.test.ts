import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecording } from '../formats.ts';
import { screenRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-unanswered-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keys = ['A', 'B', 'C', 'D'];

interface Planted {
  /** What stands in place of a model's answer, wrong, in every `every`th row. */
  readonly text: string;
  readonly every?: number;
  /** Right answers of the items; null: the table has no column for them. */
  readonly key?: ((item: number) => string) | null;
  /** How often the other model answers with the text, and is right. */
  readonly rightElsewhere?: number;
}

/** Writes 100 items of a model with planted answers and of another one, and reads what is checked. */
async function screened({ text, every = 3, key = (item) => keys[item % 4] ?? '', rightElsewhere = 0 }: Planted) {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = ['planted', 'other'].flatMap((model) =>
    Array.from({ length: 100 }, (_, item) => {
      const right = key?.(item) ?? keys[item % 4] ?? '';
      const isPlanted = model === 'planted' && item % every === 0;
      const isRight = !isPlanted && item % 5 !== 0;
      const wrong = keys[(item + 1) % 4] ?? '';
      const elsewhere = model === 'other' && isRight && item < rightElsewhere ? text : null;
      const answer = elsewhere ?? (isPlanted ? text : isRight ? right : wrong);
      const cells = [model, `q${item}`, quoted(answer), isRight ? 1 : 0, 0.5 + (item % 7) / 20];
      return [...cells, ...(key === null ? [] : [quoted(right)])].join(',');
    }),
  );
  const file = join(folder, 'answers.csv');
  const header = `model,item_id,answer,is_correct,confidence${key === null ? '' : ',correct_answer'}`;
  writeFileSync(file, [header, ...lines].join('\n'));
  const { logs, findings } = screenRecordings([await readRecording(file)]);
  const named = findings.filter(({ check }) => ['empty answer', 'not asked', 'same text'].includes(check));
  return { rows: logs[0]?.rows ?? [], named };
}

const foundIn = async (planted: Planted) =>
  (await screened(planted)).named.map(({ check, models, rows }) => [check, models[0], rows.length]);

describe('a word that stands for no answer, scored as wrong', () => {
  it.each([
    ...['', '  ', 'N/A', 'n/a', '#N/A', '<NA>', 'NA', 'NULL', 'null', 'None', 'nan', 'NaN', '-', '--', '—', '""'],
    ...['[N/A]', '(none)', '<null>', '**N/A**', 'N/A.', 'n.a.', 'undefined', '(empty)', 'not applicable', 'No content'],
  ])('is an empty answer: "%s"', async (text) => {
    const { rows, named } = await screened({ text });
    expect(named.map(({ check, models, rows: own }) => [check, models, own.length])).toEqual([
      ['empty answer', ['planted'], 34],
    ]);
    const absent = rows.flatMap(({ outcome }) => (outcome.kind === 'absent' ? [outcome.counted] : []));
    expect(absent).toEqual(Array(34).fill(0)); // wrong where models are compared
  });

  it.each([
    ...[
      '[SKIPPED]',
      'SKIPPED',
      'skip',
      '<skipped>',
      'DECLINED',
      '*declined*',
      'no answer',
      '(no answer)',
      'No-Answer.',
    ],
    ...['No answer given', 'not answered', 'Not Answered!', 'not_answered', 'unanswered', 'UNANSWERED', 'not asked'],
    ...['[not asked]', 'not attempted', 'not_attempted', 'abstain', 'abstained', 'withheld', 'not run', 'no response'],
  ])('was not asked: "%s"', async (text) => {
    const { rows, named } = await screened({ text });
    expect(named.map(({ check, models, rows: own }) => [check, models, own.length])).toEqual([
      ['not asked', ['planted'], 34],
    ]);
    const absent = rows.flatMap(({ outcome }) => (outcome.kind === 'absent' ? [outcome.counted] : []));
    expect(absent).toEqual(Array(34).fill(null)); // missing
  });

  it('is shown with its number of rows', async () => {
    const shown = async (text: string) => (await screened({ text })).named.map(({ found }) => found);
    expect(await shown('N/A')).toEqual(['34 of 100 answers are empty ("N/A") and scored as wrong']);
    expect(await shown(' ')).toEqual(['34 of 100 answers are empty and scored as wrong']);
    expect(await shown('[SKIPPED]')).toEqual([
      '34 of 100 questions were not answered ("[SKIPPED]") and are scored as wrong',
    ]);
  });

  it.each<[string, Planted]>([
    ['the right answer of an item', { text: 'None', key: (item) => (item === 99 ? 'none' : (keys[item % 4] ?? '')) }],
    ['the right answer of an item, skip', { text: 'skip', key: (item) => (item === 99 ? 'Skip' : 'stay') }],
    ['a right answer of another model, without keys', { text: 'none', key: null, rightElsewhere: 50 }],
    ['a word that may be an answer, in four rows', { text: 'none', every: 26 }],
    ['a dash in four rows', { text: '-', every: 26 }],
    ['a sentence that holds such a word', { text: 'none of the moons that are named here is one of Venus' }],
    ['another word', { text: 'nonesuch', every: 6 }],
  ])('is an answer where it is %s', async (_, planted) => {
    expect((await foundIn(planted)).filter(([check]) => check !== 'same text')).toEqual([]);
  });

  it('is none in a single row where it can be nothing else', async () => {
    expect(await foundIn({ text: 'N/A', every: 100 })).toEqual([['empty answer', 'planted', 1]]);
    expect(await foundIn({ text: '[skipped]', every: 100 })).toEqual([['not asked', 'planted', 1]]);
  });
});

describe('one text in many answers', () => {
  it.each([
    ...["I don't know", 'IDK', 'refused', 'pass', 'I decline to answer', 'I cannot help with that.', '?', '[invalid]'],
    ...['unsure', 'E'],
  ])('is named with its share where hardly any is right, and changes no row: "%s"', async (text) => {
    const { rows, named } = await screened({ text });
    expect(named).toMatchObject([{ check: 'same text', kind: 'limit', models: ['planted'], changesRows: false }]);
    expect(named[0]?.found).toBe(`34 of 100 answers are one text, "${text}", of which 34 are scored as wrong`);
    expect(rows.every(({ outcome }) => outcome.kind === 'scored')).toBe(true);
  });

  it.each<[string, Planted]>([
    ['a choice', { text: 'A' }],
    ['a choice in other writing', { text: '"a".' }],
    ['yes of yes and no', { text: 'yes', key: (item) => (item === 99 ? 'Yes' : 'no') }],
    ['right for another model, without keys', { text: 'yes', key: null, rightElsewhere: 50 }],
    ['under a fifth', { text: 'IDK', every: 6 }],
    [
      'long',
      { text: 'I do not know this, and nobody else whom I could ask knows it, so that I answer nothing at all.' },
    ],
  ])('is not named where it is %s', async (_, planted) => {
    expect(await foundIn(planted)).toEqual([]);
  });
});

describe('a call that failed, scored as wrong', () => {
  /** Writes 100 items of a model, of which every sixth, of a wrong answer, has cells of its own, and of another model. */
  async function checked(
    cells: Readonly<Record<string, unknown>>,
    { sound = {}, rightOf = 0, ending = 'csv', answer = true, columns = {} } = {},
  ) {
    const rows = ['planted', 'other'].flatMap((model) =>
      Array.from({ length: 100 }, (_, item) => {
        const isPlanted = model === 'planted' && item % 6 === 1 && item < 96;
        const isRight = isPlanted ? item / 6 < rightOf : model === 'other' ? item % 5 > 0 : item % 6 > 1;
        const given = answer ? { answer: isRight ? 'A' : 'B', key: 'A' } : {};
        const row = {
          model,
          item_id: `q${item}`,
          correct: Number(isRight),
          confidence: 0.5 + (item % 7) / 20,
          ...given,
        };
        const own = Object.entries({ ...sound, ...(isPlanted ? cells : {}) });
        return { ...row, ...Object.fromEntries(own.map(([name, cell]) => [name, fill(cell, item)])) };
      }),
    );
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const csv = [names, ...rows.map((row) => names.map((name) => (row as Record<string, unknown>)[name] ?? ''))];
    const file = join(folder, `failed.${ending}`);
    const lines =
      ending === 'csv'
        ? csv.map((line) => line.map((cell) => `"${cell}"`).join(','))
        : rows.map((row) => JSON.stringify(row));
    writeFileSync(file, lines.join('\n'));
    const chosen = new Map(Object.entries({ ...columns } as Record<string, string>));
    const { logs, findings } = screenRecordings([
      await readRecording(file, chosen.size === 0 ? {} : { columns: chosen }),
    ]);
    return {
      failed: (logs[0]?.rows ?? []).filter(({ outcome }) => outcome.kind === 'absent' && outcome.reason === 'failed'),
      named: findings
        .filter(({ check }) => check === 'errors')
        .map(({ kind, models, rows: own }) => [kind, models[0], own.length]),
      texts: findings.map(({ found }) => found),
    };
  }
  const fill = (cell: unknown, item: number) => (typeof cell === 'string' ? cell.replace('#', `${item}`) : cell);
  const found = [
    ['fault', 'planted', 16],
    ['limit', 'planted', 16],
  ];

  it.each<[string, Readonly<Record<string, unknown>>, Parameters<typeof checked>[1]?]>([
    ['a column error', { error: 'RateLimitError: 429' }, { sound: { error: '' } }],
    ['a column error of JSON lines', { error: 'RateLimitError: 429' }, { sound: { error: null }, ending: 'jsonl' }],
    [
      'an object in it',
      { error: { message: 'Rate limit reached', code: 429 } },
      { sound: { error: null }, ending: 'jsonl' },
    ],
    ['a column error that is true', { error: true }, { sound: { error: false }, ending: 'jsonl' }],
    ['a column error_message', { error_message: 'Connection refused' }],
    ['a column exception', { Exception: 'openai.APITimeoutError' }],
    ['a column that the user named', { Fehler: 'HTTP 503' }, { columns: { error: 'Fehler' } }],
    ['a page of a server', { error: '<html><head><title>504 Gateway Time-out</title></head>' }],
    ['the second of two columns', { error: 'spelling', http_status: 429 }],
    ['a status', { status: 'timeout' }, { sound: { status: 'ok' } }],
    ['a failed one', { status: 'failed' }, { sound: { status: 'completed' } }],
    ['a reason why it ended', { finish_reason: 'error' }, { sound: { finish_reason: 'stop' } }],
    ['a filter', { finish_reason: 'content_filter' }, { sound: { finish_reason: 'stop' } }],
    ['a code', { status_code: 429 }, { sound: { status_code: 200 }, ending: 'jsonl' }],
    ...['is_error', 'has_error', 'errored', 'failed', 'call_failed', 'timed_out', 'request_failed'].map(
      (name): [string, Readonly<Record<string, unknown>>, Parameters<typeof checked>[1]] => [
        `a flag ${name}`,
        { [name]: 'True' },
        { sound: { [name]: 'False' } },
      ],
    ),
  ])('has no outcome where there is no answer and %s says so', async (_, cells, more) => {
    const { failed, named } = await checked({ answer: '', ...cells }, more);
    expect(named).toEqual(found);
    expect(failed.map(({ outcome }) => outcome)).toEqual(
      Array(16).fill({ kind: 'absent', reason: 'failed', counted: null }),
    );
    expect((await checked(cells, more)).named).toEqual([]); // beside an answer that is given
  });

  it.each<[string, Readonly<Record<string, unknown>>, Parameters<typeof checked>[1]?]>([
    ['a text of an API', { error: 'RateLimitError: 429' }, { sound: { error: '' } }],
    ['a connection', { error: 'Connection refused' }],
    ['a code with its phrase', { error: '503: Service Unavailable' }],
    ['a code in a column of codes', { status_code: 429 }, { sound: { status_code: 200 }, ending: 'jsonl' }],
    ['a flag of calls', { call_failed: 1 }, { sound: { call_failed: 0 } }],
    ['a flag of requests', { api_error: 'true' }, { sound: { api_error: 'false' } }],
  ])('has no outcome in a table without answers where a column names a call: %s', async (_, cells, more) => {
    expect((await checked(cells, { ...more, answer: false })).named).toEqual(found);
  });

  it.each<[string, Readonly<Record<string, unknown>>, Parameters<typeof checked>[1]?]>([
    ['kinds of errors', { error: 'sign error' }, { sound: { error: '' } }],
    ['another word', { error: 'boom' }, { sound: { error: '' } }],
    ['a list of them', { errors: ['spelling', 'grammar'] }, { sound: { errors: [] }, ending: 'jsonl' }],
    ['the number of errors', { errors: '404' }, { sound: { errors: '0' } }],
    ['a program that took too long', { error: 'TimeoutError: test timed out' }],
    ['a program without memory', { traceback: 'MemoryError: out of memory' }],
    ['a failed check of a program', { error: 'AssertionError: expected status code 404' }],
    ['a test that took too long', { status: 'timeout' }, { sound: { status: 'passed' } }],
    ...['has_error', 'timed_out', 'failed'].map((name): [string, Readonly<Record<string, unknown>>] => [
      `a flag ${name}`,
      { [name]: 'True' },
    ]),
  ])('stays in a table without answers where a column may be about the answer: %s', async (_, cells, more) => {
    expect((await checked(cells, { ...more, answer: false })).named).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['an error', { answer: 'ERROR: 429 Too Many Requests' }],
    ['errors with ids of requests', { answer: 'Error code: 429 - request id #' }],
    ['a page', { answer: '<html><head><title>502 Bad Gateway</title></head>' }],
    ['the word error', { answer: '[ERROR]' }],
    ['an error, as another column,', { answer: 'Error: 500 Internal Server Error', error: 'InternalServerError' }],
  ])('has no outcome where the answer is %s', async (_, cells) => {
    expect((await checked(cells)).named).toEqual(found);
  });

  it('is named with its number and text', async () => {
    const { texts } = await checked({ error: 'RateLimitError: 429', answer: '' });
    expect(texts).toContain('16 of 100 calls failed ("RateLimitError: 429") and are scored as wrong');
  });

  it.each<[string, Readonly<Record<string, unknown>>, Parameters<typeof checked>[1]?]>([
    ['words of sound calls', { status: 'ok' }, { sound: { status: 'success', finish_reason: 'stop', error: 'None' } }],
    ['a cut answer', { finish_reason: 'length' }, { sound: { finish_reason: 'stop' } }],
    ['numbers of another error', { error: 0.25 }, { sound: { error: 0.01 } }],
    ['words about a given answer', { error: 'arithmetic' }],
    ['words about an empty answer', { error: 'no answer was found', answer: '' }],
    ['answers that came after a retry', { error: 'RateLimitError: 429', answer: '' }, { rightOf: 3 }],
    ['an answer that is a page', { answer: '<!DOCTYPE html><html><body>Hello</body></html>' }],
    ['an answer that is what a program prints', { answer: 'ValueError: invalid literal' }],
    ['an answer about errors', { answer: 'It means that there were too many requests, HTTP 429' }],
  ])('stays where the table has %s', async (_, cells, more) => {
    const { failed, named } = await checked(cells, more);
    expect([failed.length, named]).toEqual([0, []]);
  });

  it('stays where the column has a word for every wrong answer', async () => {
    const file = join(folder, 'status.csv');
    const rows = Array.from({ length: 60 }, (_, item) => `m,q${item},${item % 3 === 0 ? '0,failed' : '1,passed'}`);
    writeFileSync(file, ['model,item_id,correct,status', ...rows].join('\n'));
    const { logs } = screenRecordings([await readRecording(file)]);
    expect(logs[0]?.rows.every(({ outcome }) => outcome.kind === 'scored')).toBe(true);
  });
});
