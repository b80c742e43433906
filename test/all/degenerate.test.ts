import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comparison } from '../../src/results/comparison.ts';
import type { Estimate } from '../../src/results/estimate.ts';
import { refusalSchema } from '../../src/results/refusal.ts';
import type { Results } from '../../src/results/results.ts';
import { sebHere } from '../support/in-process.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { everyForm } from '../support/report-forms.ts';

type Forms = ReadonlyMap<string, string>;

const simulated = (...names: readonly string[]) => ['--model', ...names.map((name) => `simulated/${name}?self=0.5`)];

/** Executes a run in a new store, and reports it in every form. */
async function reported(...args: readonly string[]): Promise<Forms> {
  const store = join(mkdtempSync(join(tmpdir(), 'seb-degenerate-')), 'store.sqlite');
  const { stdout, stderr } = await sebHere(['run', ...args, '--json', '--store', store]);
  if (stdout === '') throw new Error(stderr); // a run that was given up has a result, too
  return everyForm(store);
}

/**
 * Returns the forms from which a person or a program reads numbers. Inspect's logs use NaN for a missing score, as
 * their format requires.
 */
function numbered(forms: Forms): readonly (readonly [string, string])[] {
  return [...forms].filter(([name]) => !name.startsWith('inspect/'));
}

/** Matches missing numbers, in a form without scripts and without the words of a reason. */
const noNumber = /\bNaN\b|\bInfinity\b|>undefined<|[:,|&] ?undefined ?[,}|&\\]|\[object/;

function expectNoNonsense(forms: Forms): void {
  const holding = numbered(forms).flatMap(([name, text]) => {
    const found = noNumber.exec(text.replaceAll(/<script(?! type="application\/json")[\s\S]*?<\/script>/g, ''));
    return found === null ? [] : [`${name}: …${text.slice(found.index - 60, found.index + 20)}`];
  });
  expect(holding).toEqual([]);
}

function estimatesOf(forms: Forms): readonly Estimate[] {
  const { estimates } = JSON.parse(forms.get('report --json') ?? '') as { estimates: readonly Estimate[] };
  expect(estimates.length).toBeGreaterThan(10);
  return estimates;
}

const fields = ['value', 'interval', 'baseRate', 'itemRule', 'otherModels', 'reexecution'] as const;

/** Expects a reason for every null in JSON, and for every empty number cell in CSV. */
function expectReasons(forms: Forms): void {
  for (const estimate of estimatesOf(forms)) {
    const missing = fields.filter((field) => estimate[field] === null);
    const known = Object.keys(estimate.absent ?? {}).filter((field) => field !== 'bounds');
    expect(new Set(known), `${estimate.measure} ${estimate.policy}`).toEqual(new Set(missing));
  }
  const [header = '', ...rows] = (forms.get('report --csv') ?? '').trimEnd().split('\r\n');
  expect(header.split(',')).toContain('absent');
  expect(rows.filter((row) => /,(parsed|published|failures-wrong),,/.test(row) && !/value: [^,;"]/.test(row))).toEqual(
    [],
  );
}

/** Expects each form to explain a value that cannot be computed. */
function expectSaid(forms: Forms, reason: RegExp, among = readable): void {
  expect(among.filter((name) => !reason.test(forms.get(name) ?? ''))).toEqual([]);
}

const readable = ['report --json', 'report --csv', 'report --markdown', 'report.html', 'report.md', 'table.tex'];
const compared = ['compare', 'compare --json', 'report.html'];

/** Expects no number that was computed without data. */
function expectNothingOfNothing(forms: Forms): void {
  const empty = estimatesOf(forms).filter(({ policy, coverage }) => policy === 'parsed' && coverage.usable === 0);
  expect(empty.length).toBeGreaterThan(5);
  const judged = /refus|judge|ceiling|majority|always|label|tokens|question/; // measures of executions only
  for (const estimate of empty.filter(({ measure }) => !judged.test(measure))) {
    const { value, interval, baseRate, otherModels, n } = estimate;
    expect({ value, interval, baseRate, otherModels, n }, estimate.measure).toEqual({
      value: null,
      interval: null,
      baseRate: null,
      otherModels: null,
      n: estimate.measure === 'self_execution_score' ? 3 : 0,
    });
  }
}

let server: LoopbackServer;
let alike: Forms;
let failed: Forms;
beforeAll(async () => {
  server = await loopbackServer();
  const args = ['--model', 'openai-compatible/x', '--base-url', `${server.url}/v1`, '--retries', '0'];
  server.handle((_, response) => sendJson(response, 400, { error: { message: 'not today' } }));
  failed = await reported(...args, '--limit', '2', '--samples', '2');
  server.handle(({ body }, response) => {
    const isExecution = !body.includes('\\"choice\\"');
    const message = { role: 'assistant', content: isExecution ? 'Here it is.' : 'Here it is. {"choice": "A"}' };
    sendJson(response, 200, {
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { completion_tokens: 9 },
    });
  });
  alike = await reported(...args, '--limit', '12', '--samples', '2', '--experiment', 'restriction');
}, 240_000);
afterAll(() => server.close());

describe('one model', () => {
  let forms: Forms;
  beforeAll(async () => {
    forms = await reported(...simulated('ada'), '--limit', '6', '--samples', '2');
  });

  test('has no NaN, and a reason for every number that is missing', () => {
    expectNoNonsense(forms);
    expectReasons(forms);
  });

  test('cannot be compared, with a reason in every comparison', () => {
    expectSaid(forms, /needs at least two models on the same items/, compared);
    expectSaid(forms, /where a second model has outcomes on the same items/, [
      'report --json',
      'report --csv',
      'report.html',
    ]);
    expect(refusalSchema.strict().parse(JSON.parse(forms.get('compare --json') ?? ''))).toMatchObject({
      kind: 'refused',
      code: null,
    });
  });
});

describe('one item', () => {
  let forms: Forms;
  beforeAll(async () => {
    forms = await reported(...simulated('ada', 'bob', 'cleo'), '--limit', '1', '--samples', '2');
  });

  test('has no NaN, and a reason for every number that is missing', () => {
    expectNoNonsense(forms);
    expectReasons(forms);
  });

  test('has no interval and no p value', () => {
    const estimates = estimatesOf(forms).filter(({ experiment }) => experiment !== 'all');
    expect(estimates.filter(({ interval }) => interval !== null)).toEqual([]);
    expectSaid(forms, /fewer than 6 groups/);
    expectSaid(forms, /\btoo few\b/, ['report', 'report --wide']);
    const comparison = JSON.parse(forms.get('compare --json') ?? '') as Comparison;
    for (const { quantity, p, word, reason } of comparison.differences) {
      expect(quantity.interval).toBeNull();
      expect({ p, word }).toEqual({ p: null, word: 'no test' });
      expect(reason).toMatch(
        /1 group of items, fewer than the 20 .*; 19 more items, .* would be enough|one answer on both sides/,
      );
    }
    for (const { together } of comparison.tasks) expect(together.kind).toBe('not asked');
  });
});

describe('all answers failed', () => {
  test('has no NaN, a reason for every number, and no number without data', () => {
    expectNoNonsense(failed);
    expectReasons(failed);
    expectNothingOfNothing(failed);
  });

  test('reports in every form that no answer is usable, and why', () => {
    expectSaid(failed, /none of \d+ units is usable/);
    expectSaid(failed, /without a verdict|no verdict|has a verdict|unreadable/, ['report', 'report --wide']);
    expectSaid(failed, /(forecast|prediction): (failed|not.asked)/, ['report --json', 'report.md', 'report.html']);
  });
});

describe('all outcomes and predictions are equal', () => {
  test('no NaN, and a reason for every number that is missing', () => {
    expectNoNonsense(alike);
    expectReasons(alike);
  });

  test('has no MCC, and an interval for shares with each group as one trial', () => {
    const find = (name: string) => estimatesOf(alike).find((each) => each.measure === name && each.policy === 'parsed');
    expect(find('accuracy')).toMatchObject({
      value: 1,
      interval: [expect.closeTo(6 / (6 + 2.570582 ** 2), 6), 1],
      method: 'Wilson at the effective n (jackknife over groups, t)',
      baseRate: 1,
      reexecution: 1,
    });
    expect(find('mcc')).toMatchObject({ value: null, interval: null, reexecution: null });
    expect(find('mcc')?.absent?.reexecution).toBe('undefined for re-executions (a class is empty)');
    expectSaid(alike, /undefined for these counts \(a class is empty\)/, readable.slice(0, -1)); // LaTeX tables do not contain MCC
    expect(find('tokens_mean')).toBeUndefined();
  });
});

describe('one execution per item', () => {
  let forms: Forms;
  beforeAll(async () => {
    forms = await reported(...simulated('ada', 'bob', 'cleo'), '--limit', '8');
  });

  test('has no NaN, and a reason for every number that is missing', () => {
    expectNoNonsense(forms);
    expectReasons(forms);
  });

  test('has no re-execution', () => {
    const estimates = estimatesOf(forms);
    expect(estimates.filter(({ reexecution }) => reexecution !== null)).toEqual([]);
    expectSaid(forms, /needs two executions \(run with --samples 2 or more\)/);
  });
});

test('one model, one item, one execution, all at once', async () => {
  const forms = await reported(...simulated('ada'), '--limit', '1');
  expectNoNonsense(forms);
  expectReasons(forms);
  expectSaid(forms, /fewer than 6 groups/);
  expectSaid(forms, /needs two executions/);
  expectSaid(forms, /\btoo few\b/, ['report', 'report --wide']);
  expectSaid(forms, /needs at least two models/, compared);
});

test('a difference that is the same in all groups has a word and p values, and says why it has no interval', async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'seb-degenerate-')), 'store.sqlite');
  const models = ['--model', 'simulated/ann?self=1', 'simulated/bob?self=0'];
  await sebHere(['run', ...models, '--experiment', 'recognize', '--limit', '24', '--json', '--store', store]);
  const { findings } = JSON.parse((await sebHere(['report', '--json', '--store', store])).stdout) as Results;
  const ann = findings.find(({ model }) => model === models[1]);
  expect(ann).toMatchObject({ fit: 'useful', score: { value: 1, interval: [expect.any(Number), 1] } });
  for (const rung of [ann?.rungs.informative, ann?.rungs.useful]) {
    if (rung?.kind !== 'tested') throw new Error('the score of ann is tested');
    expect(rung.estimate).toMatchObject({ interval: null, missing: 'no variation between groups' });
    expect(rung.p).toBeGreaterThan(0);
    expect(rung.adjusted).toBeLessThan(0.001);
  }
});
