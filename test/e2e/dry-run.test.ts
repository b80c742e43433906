import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { z } from 'zod';
import { sebHere } from '../support/in-process.ts';

const dryRun = (...args: readonly string[]) => {
  const store = join(mkdtempSync(join(tmpdir(), 'seb-dry-')), 'store.sqlite');
  return sebHere(['run', '--model', 'simulated/ada', 'simulated/bo', '--dry-run', '--store', store, ...args]);
};

/** Returns the cells of an experiment in the table of smallest differences. */
function rowOf(stdout: string, experiment: string): readonly string[] {
  const table = stdout.slice(stdout.indexOf('Smallest real difference'));
  const line = table.split('\n').find((each) => each.startsWith(`${experiment} `)) ?? '';
  return line.trim().split(/ {2,}/).slice(1);
}

const schema = z.object({
  calls: z.int().min(1),
  detectable: z.object({
    power: z.literal(0.8),
    level: z.literal(0.95),
    assumption: z.string().min(20),
    experiments: z.array(
      z.object({
        experiment: z.string(),
        groups: z.int(),
        hasVerdict: z.boolean(),
        asksOthers: z.boolean(),
        difference: z.number().nullable(),
        fromConstant: z.number().nullable(),
        reason: z.string().optional(),
        reasonFromConstant: z.string().optional(),
        largestFromConstant: z.number().optional(),
        itemsFromConstant: z.int().optional(),
      }),
    ),
  }),
});

describe('more items than the data has', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'seb-dry-')), 'own.csv');
  const rows = Array.from(
    { length: 12 },
    (_, index) => `Tell me the story of the ${'great '.repeat(index + 1)}flood number ${7 ** index}.,safe`,
  );
  writeFileSync(file, ['prompt,label', ...rows].join('\n'));

  it('are said once, with how many it has', async () => {
    const { stderr } = await dryRun('--experiment', 'know', 'difficulty', '--limit', '1000000');
    expect(stderr.match(/note: .*/g)).toEqual([
      'note: the data has fewer items than --limit 1000000, and all of them are used: know 500, difficulty 100',
    ]);
    expect((await dryRun('--experiment', 'difficulty', '--limit', '100')).stderr).not.toContain('fewer items');
  });

  it('are not advised', async () => {
    const { stdout } = await dryRun('--experiment', 'restriction', '--items', `restriction=${file}`, '--limit', '8');
    const flat = stdout.replaceAll(/\s+/g, ' ');
    expect(flat).toContain('About 20 items are enough; its data has 12: --items with a larger file.');
    expect(flat).not.toContain('--limit 20');
  });
});

test('prints the smallest detectable difference of the planned items, and its assumptions', async () => {
  const { code, stdout } = await dryRun('--experiment', 'association', 'stump', '--limit', '25');
  expect(code).toBe(0);
  // scipy.stats.nct, 24 degrees of freedom: 2.920137 * sqrt(1/2) / 5, and against both constants in two tests 3.688725
  expect(rowOf(stdout, 'association')).toEqual(['25', '41.3', 'none', '14.0']);
  expect(rowOf(stdout, 'stump').slice(1)).toEqual(['n/a', 'n/a', 'n/a']);
  expect(stdout).not.toContain('--prices'); // simulated models are free
  const text = stdout.replaceAll(/\s+/g, ' ').trimEnd();
  expect(text).toContain('Smallest real difference, in points, that 4 of 5 such runs would find:');
  expect(text).toContain('stump: no difference between two models (each model writes its own questions)');
  expect(text).toContain(
    'two models: between the scores of two models, one test at 5 %; best constant: between a score and the best constant answer, 5 % over all tests of the run. Each size assumes the worst case:',
  );
  expect(text).toMatch(
    /independently right in half of the groups; most runs find smaller ones, and their reports say how small\. none: .* gate margin: the smallest with which a check of a new version against this one can pass, if no item got worse \(seb compare with `--fail-unless-within 0\.14` allows a drop of 14\.0 points\)/,
  );
  expect(text).toContain(
    'Whether predictions add to what other models tell (beyond others) is not asked: for association it takes 6',
  );
});

describe('a plan with too few items', () => {
  const plan = async (...args: readonly string[]) => {
    const run = ['run', '--model', 'openai/gpt-4.1-mini', '--samples', '2', '--dry-run'];
    const store = join(mkdtempSync(join(tmpdir(), 'seb-dry-')), 'store.sqlite');
    const [text, json] = [
      await sebHere([...run, '--store', store, ...args]),
      await sebHere([...run, ...args, '--json']),
    ];
    return { stdout: text.stdout, flat: text.stdout.replaceAll(/\s*\\?\s+/g, ' '), ...JSON.parse(json.stdout) };
  };

  it('names one limit that is enough for every experiment, with its calls and their cost', async () => {
    const few = await plan('--limit', '40');
    expect(few.flat).toContain('restriction: --limit 70 is enough');
    const [, calls, low, high, limit] =
      /enough items for a verdict in every experiment \(about ([\d,]+) calls, \$([\d.]+) to \$([\d.]+)\): seb run .*?--limit (\d+)/.exec(
        few.flat,
      ) ?? [];
    const enough = await plan('--limit', String(limit));
    expect(enough.flat).not.toMatch(/is enough|enough items|too few/);
    const total = (field: string) =>
      enough.forecasts.reduce((sum: number, each: Record<string, number>) => sum + (each[field] ?? 0), 0);
    expect(Number(calls?.replace(',', ''))).toBe(enough.calls);
    expect(Number(low) / total('dollarsLow')).toBeCloseTo(1, 1);
    expect(Number(high) / total('dollarsHigh')).toBeCloseTo(1, 1);
  });

  it('breaks no command in a sentence', async () => {
    const { stdout } = await plan('--limit', '40');
    expect(stdout).toContain('`--fail-unless-within 0.09`');
    expect(stdout.match(/`[^`\n]*\n[^`]*`/g)).toBeNull();
  });

  it('names the number to draw where items are drawn', async () => {
    const { flat } = await plan('--experiment', 'restriction', '--random', '12');
    const [, count] = /--random (\d+) is enough\. .* seb run .* --random \1 /.exec(flat) ?? [];
    expect(Number(count)).toBeGreaterThan(12);
    expect(flat).not.toContain('--limit');
  });
});

test('says before any call that so few items have no verdict, in the plan and in the run', async () => {
  const sentence =
    /restriction has 6 groups of items, and a verdict needs 20: its scores will read “too few”, and a gate on them “not measured”/;
  const { stdout } = await dryRun('--experiment', 'restriction', '--limit', '12');
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(sentence);
  const store = join(mkdtempSync(join(tmpdir(), 'seb-few-')), 'store.sqlite');
  const few = ['run', '--model', 'simulated/ada', '--experiment', 'restriction', '--store', store, '--limit'];
  const { stderr } = await sebHere([...few, '12']);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(sentence);
  expect(stderr.indexOf('a verdict needs 20')).toBeLessThan(stderr.search(/\d+\/\d+ calls/));
  const enough = await sebHere([...few, '40']);
  expect(enough.stderr).not.toContain('a verdict needs');
  expect((await dryRun('--experiment', 'restriction', '--limit', '40')).stdout).not.toContain('its scores will read');
});

describe('strata of few items each', () => {
  it.each([
    ['know', '24'],
    ['delegate', '24'],
    ['delegate', '40'],
    ['injection', '24'],
  ])('of a default column take no verdict away: %s --limit %s', async (experiment, limit) => {
    const store = join(mkdtempSync(join(tmpdir(), 'seb-strata-')), 'store.sqlite');
    const run = ['run', '--model', 'simulated/ann?self=1', '--experiment', experiment, '--limit', limit];
    const { stdout, stderr } = await sebHere([...run, '--store', store]);
    expect(stdout.replaceAll(/\s+/g, ' ')).not.toMatch(/too few:|of items in strata/);
    expect(stderr).not.toContain('9 of 10');
  });

  it('are named before any call where those of a strong model may leave too little', async () => {
    const sentence =
      'know can end as “too few”: predictions are compared only among items of the same subject, and a subject in which a model always does the same cannot be compared. If it does the same in 9 of 10 items, about 14 of the 40 groups of items are left, and a verdict needs 20. --limit 50 is enough.';
    const of = async (limit: string) => (await dryRun('--experiment', 'know', '--limit', limit)).stdout;
    expect((await of('40')).replaceAll(/\s+/g, ' ')).toContain(sentence);
    expect(await of('50')).not.toContain('9 of 10');
    expect(await of('24')).not.toContain('9 of 10'); // not shuffled within subjects
  });
});

test.each([
  ['know', '24'],
  ['repeat', '24'],
  ['injection', '24'],
])('prints no effect of %s that exceeds what stated probabilities can show', async (experiment, limit) => {
  const { stdout } = await dryRun('--experiment', experiment, '--limit', limit);
  expect(rowOf(stdout, experiment)[2]).toBe('none');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'none: even the largest possible difference would usually be missed',
  );
});

test('says of which experiments "beyond others" is not asked, and which have no verdict', async () => {
  const of = async (models: number, ...experiments: readonly string[]) => {
    const names = Array.from({ length: models }, (_, index) => `simulated/m${index}`);
    const { stdout } = await dryRun('--model', ...names, '--experiment', ...experiments, '--limit', '24');
    return stdout.replaceAll(/\s+/g, ' ');
  };
  for (const never of ['property', 'difficulty', 'delegate', 'verbatim']) {
    for (const models of [1, 6]) {
      const text = await of(models, never);
      expect(text).toContain(`(beyond others) is not asked: for ${never} it is never asked.`);
      expect(text).not.toContain('it takes 6');
    }
  }
  expect(await of(1, 'know')).toContain('is not asked: for know it takes 6 models of different makers, in this run');
  expect(await of(1, 'know', 'delegate')).toMatch(/for know it takes 6 [^;]*; for delegate it is never asked\./);
  expect(await of(6, 'know')).not.toContain('beyond others');
  expect(await of(1, 'flip', 'stump')).toContain(
    'No verdict on flip, stump: these scores stand beside their references.',
  );
});

test('prints no effect that exceeds the scale', async () => {
  const many = Array.from({ length: 9 }, (_, index) => `simulated/m${index}`);
  const { stdout } = await dryRun('--model', ...many, '--experiment', 'association', '--limit', '20');
  expect(rowOf(stdout, 'association')[2]).toBe('none');
});

test('prints it as JSON, and null for few items', async () => {
  const { stdout } = await dryRun('--experiment', 'association', '--limit', '5', '--json');
  const { detectable } = schema.parse(JSON.parse(stdout));
  expect(detectable.experiments).toEqual([
    {
      experiment: 'association',
      groups: 5,
      hasVerdict: true,
      asksOthers: true,
      difference: null,
      fromConstant: null,
      reason: 'fewer than 6 groups',
    },
  ]);
  const more = schema.parse(JSON.parse((await dryRun('--limit', '12', '--json')).stdout));
  const { groups, difference } =
    more.detectable.experiments.find(({ experiment }) => experiment === 'restriction') ?? {};
  expect(groups).toBe(6); // contrast pairs
  expect(difference).toBeCloseTo((3.513904 * Math.SQRT1_2) / Math.sqrt(6), 5); // scipy.stats.nct, 5 degrees of freedom
  const { stdout: text } = await dryRun('--limit', '12');
  expect(rowOf(text, 'restriction')).toEqual(['6', 'none', 'n/a', 'n/a']);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'restriction: none from the best constant answer (a verdict needs 20 groups)',
  );
});

test('a hosted model is estimated without its key, and not run without it', async () => {
  vi.stubEnv('OPENAI_API_KEY', undefined);
  const run = ['run', '--model', 'openai/gpt-4.1-mini', '--experiment', 'association', '--limit', '5'];
  const store = ['--store', join(mkdtempSync(join(tmpdir(), 'seb-dry-')), 'store.sqlite')];
  const estimated = await sebHere([...run, '--dry-run', ...store]);
  expect(estimated, estimated.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('10 calls in total') });
  const refused = await sebHere([...run, ...store]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('OPENAI_API_KEY is not set') });
  vi.unstubAllEnvs();
});

describe('a dry run with a budget', () => {
  const prices = { openai: { id: 'openai', models: { 'gpt-x': { id: 'gpt-x', cost: { input: 1, output: 4 } } } } };
  const estimate = async (...args: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-dry-'));
    writeFileSync(join(folder, 'prices.json'), JSON.stringify(prices));
    const run = ['run', '--dry-run', '--model', 'openai/gpt-x', '--prices', join(folder, 'prices.json')];
    const what = ['--experiment', 'association', '--limit', '50', '--store', join(folder, 'store.sqlite')];
    const { stdout, stderr, code } = await sebHere([...run, ...what, ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.replaceAll(/\s+/g, ' ');
  };

  it.each([
    ['0.05', /The budget of \$0\.0500 stops the run after about \d to \d\d of 100 calls; with a larger --budget,/],
    [
      '0.30',
      /The budget of \$0\.3000 covers 100 calls with short answers; it stops the run after about \d\d of 100 calls/,
    ],
    ['50', /The budget of \$50\.00 covers 100 calls, however long the answers are\./],
    ['0.0001', /The budget of \$0\.0001 does not cover the maximum cost of the first call: nothing would be sent\./],
  ])('of %s says how far it reaches', async (budget, sentence) => {
    expect(await estimate('--budget', budget)).toMatch(sentence);
  });

  it('says nothing of a budget without one', async () => {
    expect(await estimate()).not.toContain('budget');
  });

  it('has the calls in its JSON, more with a larger budget, with shorter answers and at the price of a batch', async () => {
    const reach = async (...args: readonly string[]) =>
      z
        .object({
          budget: z.object({ budget: z.number(), callsLow: z.int(), callsHigh: z.int(), calls: z.literal(100) }),
        })
        .parse(JSON.parse(await estimate('--json', ...args))).budget;
    const small = await reach('--budget', '0.05');
    const large = await reach('--budget', '0.1');
    const short = await reach('--budget', '0.05', '--max-output-tokens', '200');
    const batch = await reach('--budget', '0.05', '--batch');
    expect(small.callsLow).toBeLessThan(small.callsHigh);
    for (const more of [large, short, batch]) expect(more.callsLow).toBeGreaterThan(small.callsLow);
  });

  it('counts free models as covered', async () => {
    const { stdout } = await dryRun('--experiment', 'association', '--limit', '5', '--budget', '1');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('covers 20 calls, however long the answers are.');
  });
});
