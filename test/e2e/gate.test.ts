import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { newFolder, newStore } from '../support/refusal.ts';

const isPrediction = /Which of the following will be true of your response/;
const isJudgement = /\[end of response\]/;

let server: LoopbackServer;
/** How the server behaves, and of how many requests in ten the prediction is wrong. */
let behavior: 'answers' | 'empty' | 'error' | 'fades' = 'answers';
let wrongOf10 = 0;
let store = '';

/** Returns a number of a request, the same in each run: which items are wrong must not depend on the order of calls. */
const numberOf = (body: string) => Number.parseInt(createHash('sha256').update(body).digest('hex').slice(0, 8), 16);

beforeAll(async () => {
  server = await loopbackServer();
  let sent = 0;
  let shift = 0;
  server.handle(({ body }, response) => {
    if (behavior === 'error') return sendJson(response, 500, { error: { message: 'down' } });
    if (!isPrediction.test(body))
      return sendJson(
        response,
        200,
        completion(isJudgement.test(body) ? '{"choice": "A"}' : 'Certainly. Take off the lid first.'),
      );
    sent += 1;
    const isEmpty = behavior === 'empty' || (behavior === 'fades' && sent % 4 !== 0);
    sendJson(
      response,
      200,
      completion(isEmpty ? '' : `{"choice": "${(numberOf(body) + shift) % 10 < wrongOf10 ? 'B' : 'A'}"}`),
    );
  });
  store = newStore();
  await night('good-1', 'answers', 2);
  shift = 5; // other items are wrong
  await night('good-2', 'answers', 2);
  shift = 0;
  await night('worse', 'answers', 9);
  for (const name of ['empty-1', 'empty-2']) await night(name, 'empty');
  for (const name of ['error-1', 'error-2']) await night(name, 'error');
  await night('fades', 'fades');
  await night('few', 'answers', 2, ['--limit', '8']);
}, 120_000);
afterAll(() => server.close());

async function night(name: string, how: typeof behavior, wrong = 0, more: readonly string[] = ['--limit', '40']) {
  behavior = how;
  wrongOf10 = wrong;
  const model = ['--model', 'openai-compatible/m', '--base-url', `${server.url}/v1`, '--retries', '0'];
  const named = ['--experiment', 'restriction', '--name', name, '--repeat-as', name];
  return await sebHere(['run', ...model, ...named, ...more, '--store', store, '--json']);
}

async function gate(run: string, baseline: string, ...rule: readonly string[]) {
  const junit = join(newFolder(), 'seb.xml');
  const flags = rule.length === 0 ? ['--fail-if-lower', '0.05'] : rule;
  const ended = await sebHere(['compare', run, baseline, ...flags, '--store', store, '--junit', junit]);
  return {
    ...ended,
    text: ended.stderr.replace(/\s+/g, ' '),
    xml: ended.code === 1 ? '' : readFileSync(junit, 'utf8'),
  };
}

describe('a gate on runs without measurements', () => {
  test.each([
    ['empty-1', 'empty-2', 'neither side has a score'],
    ['error-1', 'error-2', 'neither side has a score'],
    ['empty-1', 'good-1', 'the new side has no score'],
    ['good-1', 'empty-1', 'the baseline has no score'],
    ['fades', 'good-1', 'less than 90 %'],
  ])('%s against %s: not measured, exit 2, JUnit error', async (run, baseline, reason) => {
    const { code, text, xml } = await gate(run, baseline);
    expect(text).toContain('not measured: restriction');
    expect(text).toContain(reason);
    expect(text).not.toContain('--repeat-as');
    expect([code, xml.match(/errors="1"/g)?.length]).toEqual([2, 2]);
    expect((await gate(run, baseline, '--fail-unless-within', '0.5')).code).toBe(2);
  });

  test('says which run is not finished', async () => {
    expect((await gate('error-1', 'good-1')).text).toMatch(/run [0-9a-f]{12} is (paused|incomplete): unanswered calls/);
    expect((await gate('good-1', 'good-2')).text).not.toContain('unanswered');
  });
});

describe('a gate on measured runs', () => {
  test('exits 3 for a lower score, with a JUnit failure', async () => {
    const { code, text, xml } = await gate('worse', 'good-1');
    expect(text).toMatch(
      /FAILED \(lower by more than \d+\.\d points\): restriction .*n = 40; p of the gate < 0\.001 \(0\.025 or less shows a drop of more than \d+\.\d points\) (?!; a)/,
    );
    expect([code, xml.match(/failures="1"/g)?.length]).toEqual([3, 2]);
  });

  test('exits 0 if nothing changed, and prints the compatible and the detectable drop', async () => {
    const { code, text } = await gate('good-2', 'good-1');
    expect(text).toMatch(
      /passed \(no difference found\): .*n = 40.*a drop of up to \d+\.\d points is not excluded; a real drop of \d+\.\d points would fail in 4 of 5 such gates/,
    );
    expect(code).toBe(0);
  });

  test('passes a drop within the margin', async () => {
    const { code, text } = await gate('worse', 'good-1', '--fail-if-lower', '0.9');
    expect(text).toMatch(
      /passed \(lower, not shown to be by more than 90\.0 points\): restriction .*−67\.5 points \[−\d+\.\d, −/,
    );
    expect(code).toBe(0);
  });

  test('--fail-unless-within fails until a drop by the margin is excluded', async () => {
    expect((await gate('good-2', 'good-1', '--fail-unless-within', '0.9')).code).toBe(0);
    const { code, text } = await gate('worse', 'good-1', '--fail-unless-within', '0.17');
    expect(text).toMatch(/FAILED \(lower; the whole interval is a drop of more than 17\.0 points\): .*n = 40 (?!; a)/);
    expect(code).toBe(3);
    const few = await gate('good-2', 'good-1', '--fail-unless-within', '0.05');
    expect(few.text).toContain('20 groups cannot exclude a drop of 5 points, even without a loss; 72 groups could');
    expect(few.code).toBe(2);
  });

  test.each([
    ['more experiments', ['--experiment', 'restriction', 'know', '--limit', '40'], 'all calls of the new run reuse'],
    ['more samples', ['--experiment', 'restriction', '--limit', '40', '--samples', '2'], '66 % of the calls'],
  ])(
    '%s without --repeat-as: not measured, because the answers are those of the baseline',
    async (name, more, text) => {
      behavior = 'answers';
      wrongOf10 = 9;
      const model = ['--model', 'openai-compatible/m', '--base-url', `${server.url}/v1`, '--retries', '0'];
      const id = name.replace(' ', '-');
      await sebHere(['run', ...model, ...more, '--name', id, '--repeat-as', 'good-1', '--store', store, '--json']);
      for (const rule of ['--fail-if-lower', '--fail-unless-within']) {
        const gated = await gate(id, 'good-1', rule, '0.9');
        expect(gated.text).toContain(`${text}`);
        expect(gated.text).toContain('use --repeat-as NAME for new executions');
        expect([gated.code, gated.xml.match(/errors="1"/g)?.length]).toEqual([2, 2]);
      }
    },
  );

  test('names what differs where the runs have other items', async () => {
    const { code, text, xml } = await gate('few', 'good-1');
    expect(text).toContain('8 items, 40 in the baseline: use the same --limit');
    expect([code, xml.match(/errors="1"/g)?.length]).toEqual([2, 2]);
  });
});

describe('the margin of a gate', () => {
  test.each([
    ['--fail-if-lower', '5', /--fail-if-lower 5 can never fail: the score of restriction is a share/],
    ['--fail-if-lower', '1', /can never fail/],
    ['--fail-unless-within', '1', /can never fail/],
    ['--fail-unless-within', '0', /needs a number above 0/],
    ['--fail-if-lower', '-0.1', /needs a number of at least 0/],
    ['--fail-if-lower', 'x', /needs a number/],
  ])('%s %s is refused', async (flag, margin, message) => {
    const { code, text } = await gate('good-2', 'good-1', flag, margin);
    expect(text).toMatch(message);
    expect(code).toBe(1);
  });
});
