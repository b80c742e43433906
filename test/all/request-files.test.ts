import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formalAnswer, keyedAnswer } from '../support/answering-server.ts';
import {
  callsOf,
  type RequestLine,
  requestLines,
  vllmError,
  vllmResult,
  writeLines,
} from '../support/batch/file-engine.ts';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';

const root = mkdtempSync(join(tmpdir(), 'seb-request-files-'));
afterAll(() => rmSync(root, { recursive: true }));
let server: LoopbackServer;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(root, 'story-'));
  server = await loopbackServer();
  server.handle((received, response) => sendJson(response, 200, completion(formalAnswer(JSON.parse(received.body)))));
});
afterEach(() => server.close());

const twoStages = ['--experiment', 'restriction', '--judge', 'openai-compatible/judge', '--limit', '4'];
const run = (store: string, ...more: readonly string[]) =>
  sebHere(
    [
      'run',
      '--model',
      'openai-compatible/x',
      '--base-url',
      `${server.url}/v1`,
      ...twoStages,
      '--store',
      store,
      ...more,
    ],
    { folder },
  );
const seb = (...args: readonly string[]) => sebHere([...args, '--store', 'files.sqlite'], { folder });
const write = (name: string, ...more: readonly string[]) => run('files.sqlite', '--write-requests', name, ...more);
const answer = (line: RequestLine) => vllmResult(line, formalAnswer(line.body));
/** Writes result lines and imports them. */
const take = async (lines: readonly object[], ...more: readonly string[]) => {
  const file = writeLines(join(folder, `results-${readdirSync(folder).length}.jsonl`), lines);
  return await seb('import', '--answers', file, ...more);
};
const requests = (name: string) => requestLines(join(folder, name));

/** Returns an export without times and without what only a live execution has: its command and its record of the endpoint. */
function timeless(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z| UTC)?/g, 'TIME')
    .replace(/"(latencyMs|askedAt)":[\d.]+/g, '"$1":0')
    .replace(/seb run [^"\n`]*/g, 'COMMAND')
    .replace(/"endpoints":\[[^\]]*\]/g, '"endpoints":[]');
}

describe('request files', () => {
  it('give the same run as calls to a server, round by round, but for times', async () => {
    await run('live.sqlite');
    const sent = server.received.length;
    await write('first', '--requests-per-file', '3');
    expect(readdirSync(join(folder, 'first')).map((name) => name.replace(/^\w+-/, ''))).toEqual([
      '001-openai-compatible-x.jsonl',
      '002-openai-compatible-x.jsonl',
      '003-openai-compatible-x.jsonl',
    ]);
    const first = await take(requests('first').map(answer).toReversed());
    expect(first.stdout).toContain('8 new answers stored');
    expect(first.stdout).toMatch(/4 calls can be written now:\n {4}seb resume \w+ --write-requests FOLDER/);
    await seb('resume', 'latest', '--write-requests', 'second');
    expect(new Set(requests('second').map(({ body }) => body.model))).toEqual(new Set(['judge']));
    const second = await take(requests('second').map(answer));
    expect([second.code, second.stdout]).toEqual([0, expect.stringMatching(/run \w+ is finished: 12 calls/)]);
    expect(server.received.length).toBe(sent);
    for (const store of ['live', 'files'])
      await sebHere(['report', 'latest', '--out', store, '--store', `${store}.sqlite`], { folder });
    for (const name of ['estimates.csv', 'items.jsonl', 'outcomes.jsonl', 'comparison.json', 'table.tex'])
      expect(timeless(readFileSync(join(folder, 'files', name), 'utf8')), name).toBe(
        timeless(readFileSync(join(folder, 'live', name), 'utf8')),
      );
  });

  it('give the same run as calls to a server for each experiment, two models, a judge, other predictors and a control', async () => {
    server.handle((received, response) => sendJson(response, 200, completion(keyedAnswer(JSON.parse(received.body)))));
    const many = [
      ...['--model', 'openai-compatible/x', 'openai-compatible/y', '--base-url', `${server.url}/v1`, '--limit', '3'],
      ...['--judge', 'openai-compatible/judge', '--samples', '2', '--ask-others', '--control', 'answer-shown'],
      ...['--experiment', 'association', 'restriction', 'difficulty', 'stump', 'verbatim', 'know', 'cost', 'repeat'],
      ...['recognize', 'delegate', 'flip'],
    ];
    expect((await sebHere(['run', ...many, '--store', 'live.sqlite'], { folder })).code).toBe(0);
    const sent = server.received.length;
    await sebHere(['run', ...many, '--store', 'files.sqlite', '--write-requests', '1'], { folder });
    let taken = '';
    for (let round = 1; !taken.includes('is finished'); round += 1) {
      const lines = requests(String(round)); // none: the run is not finished, and nothing is out
      taken = (await take(lines.map((line) => vllmResult(line, keyedAnswer(line.body))).toReversed())).stdout;
      await seb('resume', 'latest', '--write-requests', String(round + 1));
    }
    expect(server.received.length).toBe(sent);
    for (const store of ['live', 'files'])
      await sebHere(['report', 'latest', '--out', store, '--store', `${store}.sqlite`], { folder });
    for (const name of ['estimates.csv', 'items.jsonl', 'outcomes.jsonl', 'comparison.json', 'table.tex'])
      expect(timeless(readFileSync(join(folder, 'files', name), 'utf8')), name).toBe(
        timeless(readFileSync(join(folder, 'live', name), 'utf8')),
      );
  });

  it('take lines that are lost, doubled, late, foreign, wrong, cut or without an id', async () => {
    await write('first');
    const fresh = await seb('list');
    expect(fresh.stdout).toContain('no answer paid yet');
    expect(fresh.stdout).not.toContain('$');
    const lines = requests('first');
    const [a, b, c, d, ...others] = lines as [RequestLine, RequestLine, RequestLine, RequestLine, ...RequestLine[]];
    const file = join(folder, 'part.jsonl');
    writeLines(file, [
      vllmError(a, { status: 503, message: 'engine is restarting' }),
      answer(b),
      vllmResult(b, 'another answer'),
      vllmError(c, { status: 400, message: "This model's maximum context length is 4096 tokens" }),
      answer({ ...a, custom_id: 'of-another-lab' }),
      { response: { body: {} } },
    ]);
    writeFileSync(file, `${readFileSync(file, 'utf8')}${JSON.stringify(answer(d)).slice(0, 90)}`);
    const taken = await seb('import', '--answers', file);
    expect(taken.stdout).toMatch(/1 new answer stored, 2 calls failed/);
    expect(taken.stdout).toMatch(/1 x server-error|1 x overloaded/);
    expect(taken.stdout).toMatch(/1 x context-overflow: HTTP 400 in the result file: .*4096/);
    expect(taken.stdout).not.toMatch(/batch|from http/); // nobody sent these calls
    expect(taken.stdout).toContain('1 line of calls that have several: the first answer counts');
    expect(taken.stdout).toContain('1 line of calls that no request file of this store has');
    expect(taken.stdout).toContain('1 line without a custom_id');
    expect(taken.stdout).toContain('1 line cannot be read: a file may be cut');
    expect((await seb('list')).stdout).toMatch(/8 calls of run \w+ to openai-compatible\/x, 5 without an answer/);

    // The refused calls come out again, alone: the others are out.
    await seb('resume', 'latest', '--write-requests', 'again');
    const again = callsOf(requests('again'));
    expect(again.toSorted()).toEqual(callsOf([a, c]).toSorted());
    const gz = join(folder, 'late.jsonl.gz');
    writeFileSync(gz, gzipSync([...others, d, a].map((line) => JSON.stringify(answer(line))).join('\n')));
    expect((await seb('import', '--answers', gz)).stdout).toMatch(/6 new answers stored/);
    expect((await seb('list')).stdout).toMatch(/2 calls of run .* 1 without an answer/);
    // The first answer of a doubled line counts, and a later import changes nothing but the call that had failed.
    expect((await take(lines.map(answer))).stdout).toMatch(/1 new answer stored, 7 calls had one already/);
    expect((await seb('list')).stdout).not.toContain('without an answer');
  });

  it('state a failure in the words of the file, and never an address that the call was not sent to', async () => {
    await write('first');
    const body = (line: RequestLine, content: unknown) => ({
      ...{ id: 'vllm-1', custom_id: line.custom_id, error: null },
      response: { status_code: 200, request_id: '1', body: content },
    });
    const ended = (finish_reason: string, message: object) => ({ choices: [{ index: 0, message, finish_reason }] });
    const contents = [
      {},
      { choices: [] },
      { choices: 'x' },
      'text',
      ended('stop', { role: 'assistant', content: null }),
      ended('error', { role: 'assistant', content: 'a' }),
      ended('tool_calls', { role: 'assistant', content: null, tool_calls: [{ function: { name: 'f' } }] }),
    ];
    const [last, ...lines] = requests('first').toReversed() as [RequestLine, ...RequestLine[]];
    const file = writeLines(join(folder, 'bad.jsonl'), [
      ...lines.map((line, index) => body(line, contents[index])),
      vllmError(last, { status: 404, message: 'no such model' }),
    ]);
    const { stdout } = await seb('import', '--answers', file);
    expect(stdout).toContain('0 new answers stored, 8 calls failed');
    expect(stdout).toMatch(/\n {4}4 calls with other errors \(--json has all\)\n/);
    const { runs } = JSON.parse((await seb('import', '--answers', file, '--json')).stdout);
    const errors = Object.keys(runs[0].errors);
    expect(errors).toHaveLength(7);
    for (const error of errors)
      expect(error).toMatch(/: (the result file has |HTTP 404 in the result file: no such model$)/);
    expect(errors.join('\n')).not.toMatch(/http:|base URL|\bkey\b/);
    const statuses = [302, 204].map((status_code, index) => {
      const { custom_id } = lines[index] as RequestLine;
      return { custom_id, response: { status_code, body: { moved: true } } };
    });
    const odd = await take(statuses);
    expect(odd.stdout).toContain('HTTP 302 in the result file');
    expect(odd.stdout).not.toMatch(/redirects|expected status/);
  });

  it('count the lines of calls that no file has, and of calls that have several, each once', async () => {
    await write('first');
    const [first, ...others] = requests('first') as [RequestLine, ...RequestLine[]];
    const foreign = answer({ ...first, custom_id: 'of-another-lab' });
    const { stdout } = await take([foreign, foreign, foreign, answer(first), answer(first), ...others.map(answer)]);
    expect(stdout).toContain('1 line of calls that have several: the first answer counts');
    expect(stdout).toContain('3 lines of calls that no request file of this store has: left out');
  });

  it.each([404, 400])(
    'replace the failures of a result file of errors with status %i by the right one',
    async (status) => {
      await write('first');
      const lines = requests('first');
      const wrong = await take(lines.map((line) => vllmError(line, { status, message: 'the model does not exist' })));
      expect(wrong.stdout).toMatch(/0 new answers stored, 8 calls failed/);
      expect(wrong.stdout).toMatch(
        /is incomplete: 0 calls have an answer, 8 calls failed; to write these again:\n {4}seb/,
      );
      expect((await take(lines.map(answer))).stdout).toMatch(/8 new answers stored/);
      await seb('resume', 'latest', '--write-requests', 'second');
      expect((await take(requests('second').map(answer))).stdout).toMatch(/is finished: 12 calls have an answer/);
    },
  );

  it('are written again for calls that failed, whatever their failure and the number of their files, as a resume does', async () => {
    await write('1');
    const [first = '', ...others] = callsOf(requests('1'));
    for (const round of [1, 2, 3, 4, 5]) {
      const failed = requests(String(round)).map((line) =>
        callsOf([line])[0] === first || round === 5
          ? vllmError(line, { status: 404, message: 'the model does not exist' })
          : vllmError(line, { status: 503, message: 'engine is restarting' }),
      );
      await take(failed);
      await seb('resume', 'latest', '--write-requests', String(round + 1));
      expect(new Set(callsOf(requests(String(round + 1))))).toEqual(new Set([first, ...others]));
    }
  });

  it.each([
    ['refused', 400],
    ['failing', 503],
  ])('stay out where results of an earlier file are imported again: %s calls', async (_, status) => {
    await write('first');
    const wrong = requests('first').map((line) => vllmError(line, { status, message: 'the engine has no GPU' }));
    await take(wrong.slice(0, 5));
    await seb('resume', 'latest', '--write-requests', 'second');
    expect(callsOf(requests('second')).toSorted()).toEqual(callsOf(requests('first').slice(0, 5)).toSorted());
    const old = await take(wrong.slice(0, 5)); // as results/*.jsonl gives them again
    expect(old.stdout).toMatch(/0 new answers stored, 5 errors of an earlier file left out/);
    expect(old.stdout).not.toContain('can be written now');
    expect((await seb('list')).stdout).toMatch(/second\/.*5 calls of run/);
    await seb('resume', 'latest', '--write-requests', 'third');
    expect(readdirSync(folder)).not.toContain('third');
    // An error of the second file frees its call, also beside the old one; answers of either file count.
    const second = requests('second');
    const both = await take([
      ...wrong.slice(0, 5),
      ...second.slice(0, 2).map((line) => vllmError(line, { status, message: 'the engine has no GPU' })),
      ...second.slice(2, 4).map(answer),
    ]);
    expect(both.stdout).toMatch(/2 new answers stored, 2 calls failed, 1 error of an earlier file left out/);
    await seb('resume', 'latest', '--write-requests', 'third');
    const again = requests('third').filter((line) => callsOf(second).includes(callsOf([line])[0] ?? ''));
    expect(callsOf(again).toSorted()).toEqual(callsOf(second.slice(0, 2)).toSorted());
    expect(again.every(({ custom_id }) => custom_id.endsWith('.3'))).toBe(true);
    const late = await take(requests('first').map(answer));
    expect(late.stdout).toMatch(/6 new answers stored, 2 calls had one already/);
  });

  it('say how many calls failed, and how many are written next', async () => {
    await write('first');
    const taken = await take(
      requests('first').map((line, index) =>
        index < 6 ? vllmError(line, { status: index < 3 ? 400 : 503, message: 'no' }) : answer(line),
      ),
    );
    expect(taken.stdout).toMatch(/2 new answers stored, 6 calls failed/);
    const [, failed, ready] =
      /(\d+) calls failed; (\d+) calls can be written now, with those that failed/.exec(taken.stdout) ?? [];
    await seb('resume', 'latest', '--write-requests', 'second');
    expect([failed, ready]).toEqual(['6', String(requests('second').length)]);
  });

  it('keep a run from being sent elsewhere until they are withdrawn, and still take late answers', async () => {
    await write('first');
    const live = await run('files.sqlite');
    expect([live.code, live.stderr]).toEqual([1, expect.stringMatching(/in 1 request file .*withdraw-requests/s)]);
    expect((await write('second')).stdout).not.toContain('second/');
    expect(server.received).toEqual([]);
    expect((await write('third', '--withdraw-requests')).stdout).toMatch(/third\/.*: 8 calls/);
    expect((await take(requests('first').map(answer))).stdout).toMatch(/8 new answers stored/);
    expect((await run('files.sqlite', '--withdraw-requests')).code).toBe(0);
    expect(server.received.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(4);
  });

  describe('of calls that two runs share', () => {
    const wide = ['--limit', '6'];
    const chats = () => server.received.filter(({ path }) => path.endsWith('/chat/completions')).length;
    const ids = (name: string) => requests(name).map(({ custom_id }) => custom_id);

    it('are written once: the second run waits for the answers of the first', async () => {
      await write('first');
      const second = await write('second', ...wide);
      expect(ids('second')).toHaveLength(4);
      expect(ids('second').filter((id) => ids('first').includes(id))).toEqual([]);
      expect(second.stdout).toMatch(/first\/.*: 8 calls of run \w+ to .*, 8 without an answer/);
      expect(second.stdout).toMatch(/then, to continue this run: seb resume \w+ --write-requests FOLDER/);
      const all = [...requests('first'), ...requests('second')];
      expect((await take(all.map(answer))).stdout.match(/\d+ new answers? stored/g)).toEqual(
        expect.arrayContaining(['8 new answers stored', '4 new answers stored']),
      );
      await write('third', ...wide);
      expect(requests('third').map(({ body }) => body.model)).toEqual(Array(6).fill('judge'));
      await take(requests('third').map(answer));
      expect((await write('none', ...wide)).stdout).toMatch(/is finished: 18 calls/);
    });

    it('are not sent by a run that is executed here, which names the file', async () => {
      await write('first');
      const live = await run('files.sqlite', ...wide);
      expect([live.code, chats()]).toEqual([2, 4 + 2]); // two items, and their judge
      expect(live.stderr.replace(/\s+/g, ' ')).toMatch(
        /is paused because 8 calls are already in a request file of run \w+ \(.*first\/.*\); to take the answers: seb import --answers/,
      );
      await take(requests('first').map(answer));
      expect((await run('files.sqlite', ...wide)).code).toBe(0);
      expect(chats()).toBe(4 + 6);
    });

    it('are in results that are taken after the other run was removed, which says what is out', async () => {
      await write('first', '--name', 'one');
      await seb('resume', 'latest', '--write-requests', 'none', '--withdraw-requests');
      await take(requests('first').slice(0, 1).map(answer)); // two waits for the others
      await write('second', ...wide, '--name', 'two');
      const dry = await seb('rm', 'one', '--dry-run');
      const removed = await seb('rm', 'one');
      for (const { stdout } of [dry, removed])
        expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
          /no run takes the answers of .*none\/.*: 8 calls of run \w+ .*, 7 without an answer/,
        );
      const json = JSON.parse((await seb('list', '--json')).stdout) as readonly unknown[];
      expect([json.length, (await seb('list')).stdout]).toEqual([1, expect.not.stringContaining('none/')]);
      const all = [...requests('first'), ...requests('second')];
      expect((await take(all.map(answer))).stdout).toMatch(
        /4 new answers stored.*8 lines of calls that no request file/s,
      );
      expect((await seb('collect')).stderr).toContain('no batch is open');
      expect(JSON.parse((await seb('collect', '--json')).stdout)).toEqual({ runs: [] });
      await seb('resume', 'two', '--write-requests', 'third');
      const left = ids('first').slice(1); // the removed run had these
      expect(ids('third')).toEqual(expect.arrayContaining(left));
      expect((await take(requests('third').map(answer))).stdout).toContain(`${ids('third').length} new answers stored`);
    });

    it('are out in a store that the first one was merged into, which takes their answers', async () => {
      await write('first');
      for (const times of [1, 2])
        expect((await sebHere(['merge', 'files.sqlite', '--into', 'all.sqlite'], { folder })).code, `${times}`).toBe(0);
      await run('all.sqlite', ...wide, '--write-requests', 'second');
      expect(ids('second')).toHaveLength(4);
      const file = writeLines(join(folder, 'merged.jsonl'), requests('first').map(answer));
      const { stdout } = await sebHere(['import', '--answers', file, '--store', 'all.sqlite'], { folder });
      expect(stdout).toMatch(/8 new answers stored/);
    });

    it('are free again once their file is withdrawn', async () => {
      await write('first');
      expect((await seb('resume', 'latest', '--write-requests', 'mine', '--withdraw-requests')).code).toBe(0);
      expect(ids('mine')).toHaveLength(8);
      expect((await write('second', ...wide)).code).toBe(0);
      expect(ids('second')).toHaveLength(4);
    });
  });

  it('need no key, and no allowed address: nothing is sent', async () => {
    const key = ['--api-key-variable', 'NO_SUCH_KEY'];
    expect(await write('first', ...key)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('NO_SUCH_KEY') });
    expect((await take(requests('first').map(answer))).stdout).toMatch(/8 new answers stored/);
    expect((await seb('resume', 'latest', '--write-requests', 'second')).code).toBe(0);
    expect((await run('files.sqlite', ...key, '--dry-run')).code).toBe(0);
    expect((await run('files.sqlite', ...key)).stderr).toContain('NO_SUCH_KEY is not set');
  });

  it.each([['--write-requests', 'x'], ['--batch']])('leave nothing behind where %s is refused', async (...flags) => {
    const model = ['--model', 'vllm/llama3:8b', '--base-url', `${server.url}/v1`, '--limit', '2'];
    const refused = await seb('run', ...model, ...flags);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/vllm\/llama3:8b (cannot|are not supported)/),
    ]);
    expect(readdirSync(folder)).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it('never replace a file, and refuse what no file can hold', async () => {
    await write('first');
    rmSync(join(folder, 'files.sqlite'));
    const [name = ''] = readdirSync(join(folder, 'first'));
    const before = readFileSync(join(folder, 'first', name), 'utf8');
    expect((await write('first')).stderr).toMatch(/exists, and a request file is never replaced/);
    expect(readFileSync(join(folder, 'first', name), 'utf8')).toBe(before);
    const other = async (...args: readonly string[]) =>
      (await sebHere(['run', ...args, '--store', 'o.sqlite', '--write-requests', 'x'], { folder })).stderr;
    expect(await other('--model', 'bundled/ada', '--limit', '2')).toMatch(
      /bundled\/ada cannot be written in the format/,
    );
    const prices = join(folder, 'prices.json');
    const cost = { input: 1, output: 1 };
    writeFileSync(prices, JSON.stringify({ vllm: { models: { x: { cost } } } }));
    const budget = ['--max-output-tokens', '9', '--prices', prices, '--budget', '1'];
    expect(await other('--model', 'vllm/x', ...budget)).toMatch(/a budget cannot be kept/);
  });

  it('say what a wrong file is', async () => {
    await write('first');
    const error = async (...args: readonly string[]) => (await seb('import', '--answers', ...args)).stderr;
    expect(await error(join(folder, 'first', readdirSync(join(folder, 'first'))[0] ?? ''))).toMatch(
      /holds requests, not their results/,
    );
    expect(await error('none.jsonl')).toMatch(/file not found: none.jsonl/);
    expect(await error('first')).toMatch(/first is not a regular file/);
    writeFileSync(join(folder, 'text.jsonl'), 'no JSON\n');
    expect(await error('text.jsonl')).toMatch(
      /no JSON lines of this store|the files have no JSON lines.*1 line cannot/s,
    );
    const foreign = writeLines(join(folder, 'foreign.jsonl'), [vllmResult({ custom_id: 'request-1' }, 'hello')]);
    expect(await error(foreign)).toMatch(/none of 1 line answers a request of this store/);
  });
});
