import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Ended } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { deadUrl, type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { emptyStore, expectRefusal, newFolder, newStore } from '../support/refusal.ts';
import { type SimulatedServer, startSimulatedServer } from '../support/simulated-server.ts';

const size = ['--limit', '3'];
let good: SimulatedServer;
let odd: LoopbackServer;
beforeAll(async () => {
  good = await startSimulatedServer({ limit: 3 });
  odd = await loopbackServer();
});
afterAll(async () => {
  await good.close();
  await odd.close();
});
afterEach(() => vi.unstubAllEnvs());

function run(baseUrl: string, ...more: readonly string[]): readonly string[] {
  return ['run', '--model', 'openai-compatible/subject', '--base-url', baseUrl, ...size, '--retries', '0', ...more];
}

function runsIn(store: string): unknown[] {
  const database = new DatabaseSync(store);
  const rows = database.prepare('select id, status from runs').all();
  database.close();
  return rows;
}

/** Expects that a run reported as paused can be finished with a working server. */
async function expectResumable(store: string, { stderr }: Pick<Ended, 'stderr'>): Promise<void> {
  const id = /seb resume ([0-9a-f]{12})/.exec(stderr)?.[1] ?? 'none';
  expect(runsIn(store)).toEqual([{ id, status: expect.stringMatching(/^(paused|incomplete)$/) }]);
  const resumed = await sebHere(['resume', id, '--store', store, '--base-url', good.baseUrl, '--json']);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining(`"run":"${id}","status":"finished"`) });
}

describe('names', () => {
  test.each([
    ['opena/gpt-4.1', /unknown model provider "opena"/, /did you mean openai.*seb models/],
    ['gpt-4.1-mini', /"gpt-4.1-mini" has no provider/, /provider\/model.*seb models/],
    ['openai/', /has no model name/, /openai\/MODEL/],
    ['bundled/adda', /no bundled model "adda"/, /use bundled\/ada/],
    ['simulated/sam?self=2', /simulated\/sam\?self=2/, /shares from 0 to 1/],
    ['replay/0123456789ab', /no run 0123456789ab/, /seb list/],
    ['openai-compatible/subject', /needs the address/, /--base-url/],
  ])('model %s', async (model, message, hint) => {
    expectRefusal(await sebHere(['run', '--model', model, '--store', newStore()]), message, hint);
  });

  test.each([
    [['--experiment', 'asociation'], /unknown experiment "asociation"/, /association/],
    [['--experiment', 'association', '--wording', 'papper'], /no wording "papper"/, /paper/],
    [['--experiment', 'association', '--language', 'tlh'], /no language "tlh"/, /en/],
    [['--items', 'stump=x.jsonl'], /is set for "stump"/, /add --experiment stump; the run has association/],
  ])('%j', async (options, message, hint) => {
    const model = ['--model', 'simulated/ada', '--store', newStore()];
    expectRefusal(await sebHere(['run', ...model, ...options]), message, hint);
  });

  test('refuses an unknown run, command or flag', async () => {
    expectRefusal(await sebHere(['resume', 'deadbeef', '--store', await emptyStore()]), /no run deadbeef/, /seb list/);
    const mistyped = await sebHere(['rnu', '--store', newStore()]);
    expect(mistyped).toMatchObject({ code: 1, stdout: '' });
    expect(mistyped.stderr).toContain('(Did you mean run?)');
    const flag = await sebHere(['run', '--modle', 'x']);
    expect(flag).toMatchObject({ code: 1, stdout: '' });
    expect(flag.stderr).toMatch(/Did you mean .*--model\?/);
    expect(flag.stderr).toContain('(see `seb run --help`)');
  });
});

test.each([
  ['run', '--limit', 'three'],
  ['run', '--limit', '0'],
  ['run', '--limit', '1.5'],
  ['run', '--limit', ''],
  ['run', '--temperature', '-1'],
  ['run', '--samples', '1e9'],
  ['run', '--concurrency', '1e9'],
  ['run', '--timeout', '1e9'],
  ['run', '--timeout', '0.0000001'],
  ['run', '--budget', '0'],
  ['run', '--seed', '1e20'],
  ['resume', 'deadbeef', '--concurrency', '0'],
  ['resume', 'deadbeef', '--retries', '1.5'],
  ['resume', 'deadbeef', '--budget', 'much'],
])('%s %s %s', async (...args) => {
  const { code, stdout, stderr } = await sebHere([...args, '--store', newStore()]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const flag = args.find((arg) => arg.startsWith('--'));
  expect(stderr).toMatch(new RegExp(`^seb: ${flag} `));
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
});

test.each([['report'], ['compare'], ['card']])('says that %s has no seed any more', async (...args) => {
  expectRefusal(await sebHere([...args, '--seed', '1']), /--seed was removed/, /leave it out/);
});

test.each([['data', 'draw', 'difficulty', '--from', 'questions.csv']])(
  'refuses an invalid seed of %s',
  async (...args) => {
    for (const seed of ['one', '1.5', '']) {
      expectRefusal(await sebHere([...args, '--seed', seed]), /--seed needs a whole number/, /--seed 1/);
    }
  },
);

test('an unknown condition of items: the conditions of the chosen experiment, each readable as one', async () => {
  const store = ['--store', newStore()];
  const ran = ['run', '--model', 'simulated/a', '--experiment', 'association', 'know', '--limit', '2', ...store];
  expect(await sebHere(ran)).toMatchObject({ code: 0 });
  const asked = ['items', 'latest', '--condition', 'nope', ...store];
  expectRefusal(await sebHere(asked), /has no condition nope/, /it has .*'paper, direct'.*direct/);
  const own = await sebHere([...asked, '--experiment', 'association']);
  expectRefusal(own, /has no condition nope/, /it has 'paper, direct'/);
  expect(own.stderr).not.toContain('suppose');
});

describe('keys', () => {
  test('names the variable of a missing key', async () => {
    for (const name of ['OPENAI_API_KEY', 'MY_KEY', 'ANTHROPIC_API_KEY']) vi.stubEnv(name, undefined);
    const hosted = await sebHere(['run', '--model', 'openai/gpt-4.1-mini', '--store', newStore()]);
    expectRefusal(hosted, /OPENAI_API_KEY is not set/, /^ {5}run export OPENAI_API_KEY=.*\.env/m);
    const own = await sebHere(run(good.baseUrl, '--api-key-variable', 'MY_KEY', '--store', newStore()));
    expectRefusal(own, /MY_KEY is not set/, /export MY_KEY=/);
  });

  test('refuses a key in the base URL without repeating it', async () => {
    const refused = await sebHere(run('http://me:canary-93@127.0.0.1:1/v1', '--store', newStore()));
    expectRefusal(refused, /credentials/, /--api-key-variable/);
    expect(refused.stderr).not.toContain('canary');
  });
});

describe('servers', () => {
  const html = '<!DOCTYPE html><html><body>Welcome</body></html>';
  const page = (status: number) =>
    odd.handle((_, response) => void response.writeHead(status, { 'content-type': 'text/html' }).end(html));

  test('refuses an invalid URL', async () => {
    const ended = await sebHere(run('127.0.0.1:80', '--store', newStore()));
    expectRefusal(ended, /base URL "127\.0\.0\.1:80" is not a URL/, /full URL/);
  });

  test('reports an unreachable server', async () => {
    const store = newStore();
    const url = await deadUrl();
    const ended = await sebHere(run(`${url}/v1`, '--store', store));
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(`connection refused: is the server running at ${url}/v1?`);
    expect(ended.stderr).toMatch(
      /give another --base-url with the next command; failed calls are sent again\nto continue: seb resume/,
    );
    await expectResumable(store, ended);
  });

  test.each([
    [404, 'HTTP 404', 'base URL'],
    [200, 'a web page', 'base URL'],
  ])('a web page with status %d', async (status, what, hint) => {
    const store = newStore();
    page(status);
    const ended = await sebHere(run(odd.url, '--store', store));
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(what);
    expect(ended.stderr).toContain(hint);
    expect(ended.stderr).not.toContain('at Object.');
    await expectResumable(store, ended);
  });

  test('reports permanently failed calls with the reason', async () => {
    const store = newStore();
    odd.handle((_, response) => sendJson(response, 400, { error: { message: 'no such\u001b[31m parameter' } }));
    const ended = await sebHere(run(odd.url, '--experiment', 'association', '--store', store));
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(
      /6 calls failed permanently; reason of the last failure: HTTP 400 .*no such .?\[31m parameter/,
    );
    await expectResumable(store, ended);
  });

  test('does not suggest a retry for prompts that exceed the context', async () => {
    odd.handle((_, response) => sendJson(response, 400, { error: { message: 'exceeds the maximum context length' } }));
    const ended = await sebHere(run(odd.url, '--experiment', 'association', '--store', newStore()));
    expect(ended.stderr).toMatch(
      /fails the same way unless the context length of the model has been raised\nto send them again/,
    );
  });

  test('works without usage fields, except for token counts', async () => {
    const store = newStore();
    odd.handle(({ body }, response) => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      const reply = good.script.replies.get(messages.map(({ content }) => content).join('\n'));
      const content = reply !== undefined && 'text' in reply ? reply.text : '';
      sendJson(response, 200, { choices: [{ message: { content } }] });
    });
    const ended = await sebHere(run(odd.url, '--store', store));
    expect(ended.code).toBe(0);
    const { stdout } = await sebHere(['report', '--json', '--store', store]);
    const { estimates } = JSON.parse(stdout) as {
      estimates: {
        measure: string;
        policy: string;
        value: number | null;
        coverage: { lost: Record<string, number> };
      }[];
    };
    const named = (name: string) => estimates.filter(({ measure }) => measure === name);
    expect(named('tokens_mean').map(({ value }) => value)).toEqual([null, null, null]);
    const order = named('order_accuracy').find(({ policy }) => policy === 'parsed');
    expect(order?.value).toBe(null);
    expect(order?.coverage.lost).toEqual({ 'execute: tokens not counted': 3 });
    const accuracy = estimates.filter(({ measure }) => measure === 'question_accuracy' || measure === 'accuracy');
    for (const { value } of accuracy) expect(value).toBeTypeOf('number');
  });
});

describe('data', () => {
  const items = (...lines: readonly string[]) => {
    const file = join(newFolder(), 'items.jsonl');
    writeFileSync(file, lines.join('\n'));
    return file;
  };
  const item = (id: string) => JSON.stringify({ id, target: id, options: ['stone', 'water', 'cloud'] });

  test.each([
    ['broken JSON', '{"id": "b", ', /line 2: not JSON/],
    ['a field that is missing', '{"id": "b", "target": "b"}', /line 2: options/],
    ['an id that comes twice', item('a'), /line 2: the id "a" is already used in line 1/],
  ])('a row with %s: file, line, reason, and nothing is run', async (_, row, reason) => {
    const file = items(item('a'), row, item('c'));
    const store = newStore();
    const before = good.total();
    const args = run(good.baseUrl, '--experiment', 'association', '--items', `association=${file}`, '--store', store);
    const ended = await sebHere(args);
    expectRefusal(ended, reason, /nothing was run/);
    expect(ended.stderr).toContain(file);
    expect(existsSync(store)).toBe(false);
    expect(good.total()).toBe(before);
  });

  test('refuses a missing file', async () => {
    const ended = await sebHere(run(good.baseUrl, '--items', 'association=/no/such.jsonl', '--store', newStore()));
    expectRefusal(ended, /file not found: \/no\/such.jsonl/, /check the path/);
  });
});

describe('money', () => {
  const prices = () => {
    const file = join(newFolder(), 'prices.json');
    const cost = { input: 1000, output: 1000 }; // a tenth of a cent per token
    writeFileSync(file, JSON.stringify({ 'openai-compatible': { models: { subject: { cost } } } }));
    return file;
  };

  test('stops the run before the budget is exceeded, and finishes with a larger one', async () => {
    const store = newStore();
    const before = good.total();
    const priced = ['--prices', prices(), '--max-output-tokens', '200', '--store', store];
    const stopped = await sebHere(run(good.baseUrl, ...priced, '--budget', '2', '--json'));
    expect(stopped.code).toBe(2);
    const { run: id, status } = JSON.parse(stopped.stdout) as { run: string; status: string };
    expect(status).toBe('paused');
    expect(stopped.stderr).toContain('stopped to stay within its budget: ');
    expect(stopped.stderr).toMatch(/the next call may cost \$[\d.]+ \(a new run with a lower --max-output-tokens/);
    expect(stopped.stderr).toContain(`to continue: seb resume ${id} --store ${store} --budget USD`);
    const spent = () => {
      const database = new DatabaseSync(store);
      const [row] = database.prepare('select sum(cost) as dollars, count(*) as answers from answers').all();
      database.close();
      return { dollars: Number(row?.dollars), answers: Number(row?.answers) };
    };
    expect(spent().dollars).toBeLessThanOrEqual(2);
    expect(spent().answers).toBeGreaterThan(0);
    expect(good.total() - before).toBe(spent().answers);
    const resumed = await sebHere(['resume', id, '--store', store, '--budget', '1000', '--json']);
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining(`"run":"${id}","status":"finished"`) });
    expect(good.total() - before).toBe(spent().answers);
  });

  test('refuses a budget without a price', async () => {
    const ended = await sebHere(run(good.baseUrl, '--budget', '1', '--store', newStore()));
    expectRefusal(ended, /--budget needs the price of openai-compatible\/subject/, /--prices FILE .*per million/);
  });

  test('sends nothing and creates no store in a dry run', async () => {
    const store = newStore();
    const before = good.total();
    const ended = await sebHere(run(good.baseUrl, '--dry-run', '--store', store));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(`${good.calls.toLocaleString('en')} calls in total`);
    expect(ended.stdout).toContain('unknown price');
    expect(ended.stdout).toContain('Prices come from --prices FILE');
    expect(good.total()).toBe(before);
    expect(existsSync(store)).toBe(false);
  });
});
