import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecording, readRecordings } from '../formats.ts';
import { screenRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-failed-calls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows of a table of one model: its answer, whether it is right, and the key. */
type Row = readonly [answer: string, isRight: boolean, key: string];

/** Returns how many of the rows lose their outcome because a call failed. */
async function failedIn(rows: readonly Row[]): Promise<number> {
  const sound = Array.from({ length: 100 }, (_, item): Row => [`k${item}`, true, `k${item}`]);
  const cells = [...sound, ...rows].map(([answer, isRight, key], item) => [item, answer, Number(isRight), key]);
  const quoted = cells.map((row) => row.map((cell) => `"${`${cell}`.replaceAll('"', '""')}"`).join(','));
  const file = join(folder, 'answers.csv');
  writeFileSync(file, ['item_id,answer,is_correct,correct_answer', ...quoted].join('\n'));
  const { logs } = screenRecordings([await readRecording(file)]);
  const outcomes = (logs[0]?.rows ?? []).map(({ outcome }) => outcome);
  return outcomes.filter((outcome) => outcome.kind === 'absent' && outcome.reason === 'failed').length;
}

const wrong = (answer: string): Row => [answer, false, 'other'];
const times = (number: number, answer: string): readonly Row[] => Array.from({ length: number }, () => wrong(answer));

describe('failedCalls, of answers', () => {
  it.each([
    ...[
      'RateLimitError: 429',
      'openai.RateLimitError: Error code: 429',
      'Error code: 503 - overloaded',
      'API error 500',
    ],
    ...['{"error": {"message": "Rate limit reached", "code": 429}}', "{'error': {'type': 'overloaded_error'}}"],
    "Error code: 429 - {'error': {'message': 'Rate limit reached'}}",
    "This model's maximum context length is 8192 tokens. However, you requested 9012 tokens (8500 in the messages).",
    'The input token count (250000) exceeds the maximum number of tokens allowed (131072).',
    'prompt is too long: 210000 tokens > 200000 maximum',
    '{"object": "error", "message": "maximum context length is 4096 tokens", "code": 400}',
    ...['openai', 'anthropic', 'httpx', 'litellm', 'inspect_ai', 'lm_eval', 'google/genai', 'mistralai'].map(
      (client) => `Traceback (most recent call last):\n  File "/site-packages/${client}/client.py", line 9, in request`,
    ),
    'Traceback (most recent call last):\n  File "eval.py", line 3, in ask\n  File "/v/dist-packages/openai/a.py", line 9, in b',
  ])('takes one row for a failed call where its text can be nothing else: %s', async (answer) => {
    expect(await failedIn(times(1, answer))).toBe(1);
  });

  it.each([
    ...['timeout', 'Request timed out.', '504 Gateway Time-out', 'Gateway Time-out', 'ERROR: 429 Too Many Requests'],
    ...['503 Service Unavailable', 'Access denied', 'Content policy violation', 'rate_limit_exceeded', '[ERROR]'],
    ...['503 UNAVAILABLE', '429 RESOURCE_EXHAUSTED', 'litellm.ContextWindowExceededError: too long'],
    ...['You exceeded your current quota, please check your plan', 'The server is currently overloaded'],
    ...['The server had an error while processing your request. Sorry!', "This model's maximum context length is 8192"],
    'The model `a-1` does not exist or you do not have access to it.',
    ...['Error 503', 'openai.APITimeoutError', 'requests.exceptions.ReadTimeout: Read timed out.', '404 Not Found'],
  ])('needs five rows of one phrase where it may be an answer: %s', async (answer) => {
    expect([await failedIn(times(4, answer)), await failedIn(times(5, answer))]).toEqual([0, 5]);
  });

  it.each([
    ...[
      'HTTP 405',
      'Content policy',
      'TypeError',
      'KeyError: 404',
      'Timeouts are set per request',
      '418',
      'sign error',
    ],
    ...['Content filtering', 'Failed: 412 of 500', '{"error": "invalid input"}', '<!doctype html><p>Hello</p>'],
    ...['This model has a context length of 8192 tokens', 'The model is too large', 'You exceeded the speed limit'],
    ...['The server had a timeout', 'The request exceeds the budget', 'The prompt asks for a server error'],
    'Traceback (most recent call last): ValueError',
    `Timeout: ${'it ends a request. '.repeat(20)}`,
  ])('keeps an answer: %s', async (answer) => {
    expect(await failedIn(times(20, answer))).toBe(0);
  });

  it('keeps an error with a code where half of the keys are codes', async () => {
    const keys = Array.from({ length: 120 }, (_, item): Row => [`${400 + (item % 5)}`, true, `${400 + (item % 5)}`]);
    expect(await failedIn([...keys, ...times(9, 'Error 503')])).toBe(0);
    expect(await failedIn([...keys.slice(0, 40), ...times(9, 'Error 503')])).toBe(9);
  });

  it.each<[string, readonly Row[], number]>([
    [
      'phrases that occur once each',
      ['timeout', 'Access denied', 'Connection refused', 'Error 503', 'Server error'].map(wrong),
      0,
    ],
    ['a phrase that is a key', [...times(30, 'timeout'), ['Timeout', true, 'Timeout']], 0],
    ['a phrase that is a key of another item only', [...times(30, 'timeout'), ['k', true, 'Timeout']], 0],
    ['another phrase than the key', [...times(30, '503 Service Unavailable'), ['Timeout', true, 'Timeout']], 30],
    ['codes in a quiz about codes', [...times(30, '503 Service Unavailable'), ['410 Gone', true, '410 Gone']], 0],
    [
      'an exception with a code in such a quiz',
      [...times(2, 'RateLimitError: 429'), ['410 Gone', true, '410 Gone']],
      2,
    ],
    ['numbers as keys beside it', [...times(9, '503 Service Unavailable'), ['412', true, '412']], 9],
    [
      'an exception with a code that is right often',
      [...times(9, 'RateLimitError: 429'), ['RateLimitError: 429', true, 'k'], ['RateLimitError: 429', true, 'l']],
      0,
    ],
    ['a phrase that is right once', [...times(30, 'timeout'), ['timeout', true, 'timed']], 0],
  ])('goes by the phrase: %s', async (_, rows, failed) => {
    expect(await failedIn(rows)).toBe(failed);
  });

  it.each([
    ['timeout', 12],
    ['N/A', 12],
    ['{"error": "not found", "code": 404}', 40],
  ])('goes by the right answers of all models, whichever files they are in: %s', async (text, right) => {
    const quoted = `"${text.replaceAll('"', '""')}"`;
    const rowsOf = (model: string, isRight: number) =>
      Array.from({ length: 100 }, (_, item) =>
        item < right ? `${model},q${item},${quoted},${isRight}` : `${model},q${item},k${item},1`,
      );
    const absentIn = async (...tables: readonly (readonly string[])[]) => {
      const files = tables.map((rows, index) => {
        const file = join(folder, `${index}.csv`);
        writeFileSync(file, ['model,item_id,answer,is_correct', ...rows].join('\n'));
        return file;
      });
      const { logs } = screenRecordings(await readRecordings(files));
      return logs.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome.kind === 'absent')).length;
    };
    const [wrongOnes, rightOnes] = [rowsOf('a', 0), rowsOf('b', 1)];
    expect(await absentIn(wrongOnes)).toBe(right);
    expect(await absentIn(wrongOnes, rightOnes)).toBe(0);
    expect(await absentIn([...wrongOnes, ...rightOnes])).toBe(0);
  });
});

describe('logs of other items that are read together', () => {
  interface Quiz {
    readonly answer: string;
    readonly isRight: boolean;
    readonly id?: (item: number) => string;
    readonly question?: (item: number) => string;
    readonly key?: (item: number) => string;
  }
  /** Returns a table in which a model gives one answer to 30 of 100 items, and the key to the others. */
  const table = ({ answer, isRight, id = (item) => `${item}`, question, key }: Quiz) => {
    const cells = (item: number) => (item < 30 ? [answer, isRight] : [key?.(item) ?? `k${item}`, true]);
    return Array.from({ length: 100 }, (_, item) => {
      const [given, right] = cells(item);
      const own = { id: id(item), model: 'm', answer: given, correct: Number(right) };
      return { ...own, ...(question && { question: question(item) }), ...(key && { key: key(item) }) };
    });
  };
  const absentIn = async (...tables: readonly (readonly object[])[]) => {
    const files = tables.map((rows, index) => {
      const file = join(folder, `quiz-${index}.jsonl`);
      writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
      return file;
    });
    const { logs } = screenRecordings(await readRecordings(files));
    return logs.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome.kind === 'absent')).length;
  };
  const city = (item: number) => `City ${item}`;
  const http = (item: number) => `${400 + (item % 30)} Not Found`;

  it.each<[string, Partial<Quiz>, Partial<Quiz>]>([
    ['other ids', { id: (item) => `geo${item}` }, { id: (item) => `http${item}` }],
    ['the same ids, other texts', { question: (item) => `Where is ${item}?` }, { question: (item) => `Code ${item}?` }],
    ['the same ids, other keys', { key: city }, { key: http }],
    ['other ids and keys', { id: (item) => `geo${item}`, key: city }, { id: (item) => `http${item}`, key: http }],
  ])('say nothing of its answers: %s', async (_, one, other) => {
    for (const answer of ['429 Too Many Requests', 'N/A', 'timeout', '{"error": {"code": 404}}']) {
      const failed = table({ answer, isRight: false, ...one });
      const quiz = table({ answer, isRight: true, ...other });
      expect([answer, await absentIn(failed)]).toEqual([answer, 30]);
      expect([answer, await absentIn(quiz)]).toEqual([answer, 0]);
      expect([answer, await absentIn(quiz, failed), await absentIn(failed, quiz)]).toEqual([answer, 30, 30]);
    }
  });

  it.each<[string, Partial<Quiz>, Partial<Quiz>]>([
    ['ids alone', {}, {}],
    ['ids and texts', { question: city }, { question: city }],
    ['ids, of which one log has texts', { question: city }, {}],
    ['ids, of which one log has keys', { key: city }, {}],
    ['one id', { id: (item) => `a${item}` }, { id: (item) => (item === 99 ? 'a0' : `b${item}`) }],
  ])('are one quiz where they share %s', async (_, one, other) => {
    const [wrongOnes, rightOnes] = [
      table({ answer: 'timeout', isRight: false, ...one }),
      table({ answer: 'timeout', isRight: true, ...other }).map((row) => ({ ...row, model: 'n' })),
    ];
    expect([await absentIn(wrongOnes, rightOnes), await absentIn(rightOnes, wrongOnes)]).toEqual([0, 0]);
  });

  it('are one quiz where a third log shares items with both', async () => {
    const part = (isRight: boolean, from: number, model: string) =>
      table({ answer: 'timeout', isRight, id: (item) => `${item + from}` }).map((row) => ({ ...row, model }));
    const [first, second, third] = [part(false, 0, 'a'), part(true, 150, 'b'), part(false, 75, 'c')];
    expect(await absentIn(first, second)).toBe(30);
    expect(await absentIn(first, second, third)).toBe(0);
    expect(await absentIn(third, second, first)).toBe(0);
  });
});

describe('answers that read like errors of calls', () => {
  const inLog = async (rows: readonly Row[]) => {
    const failed = await failedIn(rows);
    const { findings } = screenRecordings([await readRecording(join(folder, 'answers.csv'))]);
    const named = findings.find(
      ({ check, kind, changesRows }) => check === 'errors' && kind === 'fault' && !changesRows,
    );
    return [failed, named?.rows.length ?? 0];
  };

  it.each([
    'Your request timed out because the upstream database was slow.',
    'The server is overloaded because of the nightly job.',
    'The service was rate limited by the gateway after the deploy.',
    'Request timed out, since the database was locked by the backup.',
    'Connection refused by the database of the shop',
    'Connection error: the phone of the customer had no network when it rang.',
    'Internal server error in the payment service',
    'Too many requests were sent by the old app.',
    '503 Service Unavailable means that the shop is down.',
    'The server is overloaded. We add machines. They start tonight. The shop is slow until then.',
    'You exceeded your quota of free calls with the second order.',
    'The model is overloaded with features that no user needs.',
    'Error code 429 means that the client sends too much',
    'Failed to connect the printer to the network of the office',
  ])('are named, and count, where they go on as a model writes: %s', async (answer) => {
    expect(await inLog(times(12, answer))).toEqual([0, 12]);
    expect(await inLog(times(4, answer))).toEqual([0, 0]);
  });

  it.each([
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    'That model is currently overloaded with other requests. You can retry your request, or contact us through our help center at help.openai.com if the error persists.',
    'The server had an error processing your request. Sorry about that! You can retry your request.',
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
    'Rate limit reached for gpt-4 in organization org-1 on tokens per min (TPM): Limit 10000, Used 9900, Requested 500.',
    "Server error '503 Service Unavailable' for url 'https://api.example.com/v1/chat'",
    'Error communicating with the API: Request timed out.',
    'Connection error.',
    'Request timed out after 60 seconds',
    'Overloaded error',
  ])('are failed calls where providers and clients write them: %s', async (answer) => {
    expect(await inLog(times(12, answer))).toEqual([12, 0]);
  });

  it('count where over half of the different wrong answers are sentences about errors', async () => {
    const sentences = ['Request timed out.', 'Out of memory', 'Connection refused.', 'The server is overloaded.'];
    const errors = sentences.flatMap((sentence) => times(6, sentence));
    expect(await inLog(errors)).toEqual([0, 24]);
    expect(await inLog([...errors, ...['A', 'B', 'C', 'D'].map(wrong)])).toEqual([24, 0]);
    expect(await inLog([...times(9, 'Out of memory'), ...times(9, 'Connection refused by the database')])).toEqual([
      0, 18,
    ]);
    const ofCalls = ['Error 503', 'HTTP 429: Too Many Requests', 'openai.APITimeoutError', 'ERROR: bad gateway'];
    expect(await inLog(ofCalls.flatMap((text) => times(6, text)))).toEqual([24, 0]);
  });

  it('are of programs where other answers are results of programs that were run', async () => {
    const errors = [
      'ConnectionRefusedError: [Errno 111] Connection refused',
      'TimeoutError',
      'timeout',
      'Out of memory',
    ];
    for (const error of errors) {
      expect([error, await inLog(times(6, error))]).toEqual([error, [6, 0]]);
      expect([error, await inLog([...times(6, error), wrong('AssertionError: 3 != 4')])]).toEqual([error, [0, 6]]);
    }
    expect(await inLog([...times(6, 'Error code: 429'), wrong('AssertionError: 3 != 4')])).toEqual([6, 0]);
  });
});

describe('tracebacks of programs that a model wrote', () => {
  const python = '/usr/lib/python3/site-packages';
  it.each([
    'File "solution.py", line 9, in <module>\n    message = client.messages.create(to=number, body=text)\nTypeError: create()',
    'File "solution.py", line 4, in <module>\nConnectionRefusedError: [Errno 111] Connection refused',
    'File "a.py", line 1, in ask\n    client.chat.completions.create(',
    'File "main.py", line 2, in <module>\n    import openai\nModuleNotFoundError: No module named openai',
    'File "<string>", line 2, in <module>\nurllib.error.HTTPError: HTTP Error 429: Too Many Requests',
    `File "/tmp/x1/solution.py", line 3, in <module>\n  File "${python}/requests/api.py", line 3, in get\nReadTimeout: timed out`,
    `File "solution.py", line 3, in <module>\n  File "${python}/httpx/_api.py", line 3, in get\nhttpx.ConnectError`,
    `File "/home/me/openai/task.py", line 3, in <module>\nRuntimeError: rate limit`,
  ])('are named, and count: %s', async (frames) => {
    const answer = `Traceback (most recent call last):\n  ${frames}`;
    expect(await failedIn(times(7, answer))).toBe(0);
    const { findings } = screenRecordings([await readRecording(join(folder, 'answers.csv'))]);
    expect(findings.filter(({ check, kind }) => check === 'errors' && kind === 'fault')).toMatchObject([
      { changesRows: false, effect: expect.stringContaining('without them') },
    ]);
  });
});

describe('errors of programs in place of answers', () => {
  const traceback = 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>';
  const named = async (rows: readonly Row[]) => {
    await failedIn(rows);
    return screenRecordings([await readRecording(join(folder, 'answers.csv'))]).findings.find(
      ({ check, kind }) => check === 'errors' && kind === 'fault',
    );
  };

  it('are named from five on with what they change, and count, because the model may have written the program', async () => {
    expect(await named(times(4, traceback))).toBeUndefined();
    const found = await named(times(25, traceback));
    expect(found?.rows).toHaveLength(25);
    expect(found?.changesRows).toBe(false);
    expect(found?.effect).toContain('accuracy is 80 %, and 100 % without them');
  });

  it('are answers where one of them is a key or right', async () => {
    expect(await named([...times(25, traceback), [traceback, true, 'k']])).toBeUndefined();
    expect(await named([...times(25, traceback), ['k', true, traceback]])).toBeUndefined();
  });
});

describe('errors of providers beside an answer that is not there', () => {
  const rows = (response: object) =>
    Array.from({ length: 30 }, (_, testIdx) => ({
      ...{ testIdx, promptIdx: 0, success: testIdx % 3 > 0, vars: { question: `q${testIdx}` } },
      ...{ provider: { id: 'maker/one' }, prompt: { raw: `q${testIdx}`, label: 'p' }, failureReason: 1 },
      ...{ gradingResult: { pass: testIdx % 3 > 0 }, error: 'Expected output to equal "4"' },
      response: testIdx % 3 > 0 ? { output: 'four' } : response,
    }));
  const failed = async (response: object) => {
    const file = join(folder, 'promptfoo.jsonl');
    writeFileSync(
      file,
      rows(response)
        .map((row) => JSON.stringify(row))
        .join('\n'),
    );
    const { logs } = screenRecordings([await readRecording(file)]);
    return logs[0]?.rows.filter(({ outcome }) => outcome.kind === 'absent' && outcome.reason === 'failed').length;
  };

  it('are failed calls in promptfoo, and failed assertions are none', async () => {
    expect(await failed({ error: 'API error: 429 Too Many Requests' })).toBe(10);
    expect(await failed({ error: 'Request timed out after 300000 ms' })).toBe(10);
    expect(await failed({ output: 'five' })).toBe(0);
    expect(await failed({ output: 'five', error: 'API error: 429 Too Many Requests' })).toBe(0);
  });
});
