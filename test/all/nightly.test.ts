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
let store = '';
/** Number of ten requests that the model predicts wrongly, and the first affected one; it answers every request. */
let wrong = { of10: 0, from: 0 };

beforeAll(async () => {
  server = await loopbackServer();
  const seen = new Map<string, number>();
  server.handle(({ body }, response) => {
    if (!isPrediction.test(body))
      return sendJson(
        response,
        200,
        completion(isJudgement.test(body) ? '{"choice": "A"}' : 'Certainly. Take off the lid first.'),
      );
    const number = seen.get(body) ?? seen.size;
    seen.set(body, number);
    const letter = (number + wrong.from) % 10 < wrong.of10 ? 'B' : 'A';
    sendJson(response, 200, completion(`{"choice": "${letter}"}`));
  });
  store = newStore();
});
afterAll(() => server.close());

function night(name: string, of10: number, from = 0) {
  wrong = { of10, from };
  const model = ['--model', 'openai-compatible/my-model', '--base-url', `${server.url}/v1`];
  const size = ['--experiment', 'restriction', '--limit', '60'];
  const named = ['--name', name, '--repeat-as', name];
  return sebHere(['run', ...model, ...size, ...named, '--store', store, '--json']);
}

const gate = (run: string, baseline: string, ...more: readonly string[]) =>
  sebHere(['compare', run, baseline, '--fail-if-lower', '0.02', '--store', store, ...more]);

describe('a nightly run', () => {
  test('measures again every night, and prints scores, counts and cost as JSON', async () => {
    const first = await night('night-1', 2);
    const sent = server.received.length;
    const second = await night('night-2', 3, 5);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(server.received.length).toBe(2 * sent);
    expect(JSON.parse(first.stdout)).toMatchObject({
      status: 'finished',
      name: 'night-1',
      calls: { expected: 180, found: 0, answered: 180, failed: 0 },
      cost: { unpriced: 180 },
      scores: [{ experiment: 'restriction', measure: 'accuracy', value: 0.8 }],
    });
    const again = await night('night-2', 3, 5);
    expect(JSON.parse(again.stdout)).toMatchObject({ calls: { found: 180, answered: 0 } });
  });

  test('exits 0 where the score does not drop significantly', async () => {
    const { code, stderr } = await gate('latest', 'night-1');
    expect(stderr).toContain('passed (no difference found): restriction');
    expect(code).toBe(0);
  });

  test('exits 3 where the score drops significantly, with a JUnit failure', async () => {
    await night('night-3', 9);
    const junit = join(newFolder(), 'seb.xml');
    const { code, stderr } = await gate('night-3', 'night-1', '--junit', junit);
    expect(stderr).toContain('FAILED (lower by more than ');
    expect(code).toBe(3);
    expect(readFileSync(junit, 'utf8')).toContain('failures="1"');
    expect((await gate('night-1', 'night-3')).code).toBe(0);
  });

  test('exits 2 where the runs share nothing, and 1 without two runs', async () => {
    const other = ['--model', 'simulated/ada', '--experiment', 'association', '--limit', '10', '--name', 'other'];
    await sebHere(['run', ...other, '--store', store, '--json']);
    expect((await gate('night-1', 'other')).code).toBe(2);
    const { code, stderr } = await sebHere(['compare', 'night-1', '--fail-if-lower', '0', '--store', store]);
    expect(stderr).toContain('seb compare latest BASELINE');
    expect(code).toBe(1);
  });
});

describe('seb compare', () => {
  test('of one model says so once, on the newest run, and exits 2', async () => {
    const { code, stdout, stderr } = await sebHere(['compare', '--store', store]);
    expect(stderr.match(/nothing to compare/g)).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('of runs on other items says what each has', async () => {
    const { code, stderr } = await sebHere(['compare', 'night-1', 'other', '--store', store]);
    const text = stderr.replaceAll(/\s+/g, ' ');
    expect(text).toContain('no two of them have 80 % of their items in common; night-1 has restriction (');
    expect(text).toMatch(/other has association \(10 items, data [0-9a-f]{8}\) of simulated\/ada/);
    expect(text).not.toContain('give two runs');
    expect(code).toBe(2);
  });

  test('names its runs, and takes only the models and experiments that are asked for', async () => {
    const { code, stdout } = await sebHere(['compare', 'night-1', 'night-3', '--store', store]);
    expect(stdout).toMatch(/^run [0-9a-f]{12} night-1, .*openai-compatible\/my-model\nrun [0-9a-f]{12} night-3/m);
    expect(code).toBe(0);
    const unknown = await sebHere(['compare', 'night-1', 'night-3', '--store', store, '--experiment', 'stump']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('no experiment "stump"') });
  });
});

describe('run names', () => {
  test('stand for one run', async () => {
    const taken = ['--model', 'simulated/bo', '--experiment', 'association', '--limit', '5', '--name', 'night-1'];
    const { code, stderr } = await sebHere(['run', ...taken, '--store', store]);
    expect(code).toBe(1);
    expect(stderr).toContain('already has the name night-1');
    const bad = await sebHere(['run', ...taken.slice(0, -1), 'abc123', '--store', store]);
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('like the id of a run') });
  });
});
