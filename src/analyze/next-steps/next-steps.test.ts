import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { madeComparison } from '../../../test/support/report-input.ts';
import type { Difference } from '../../results/comparison.ts';
import type { PairedContrast } from '../../results/contrast.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import type { Worth } from '../../results/worth.ts';
import type { RunRecord } from '../../store/store.ts';
import { shellWord } from '../../util/shell-word.ts';
import { type Ended, nextSteps } from './next-steps.ts';

/** Returns a run of a command, whose data has a number of items, if it is known; no other field is read. */
function run(command: string, items = 60, available: number | null = 10_000): RunRecord {
  const planned = { name: 'restriction', dataset: { items } };
  const config = { models: [{ name: 'm', identity: 'm' }], experiments: [planned] };
  const itemsAvailable = available === null ? undefined : { restriction: available };
  return { id: 'x', status: 'finished', config, provenance: { command, itemsAvailable } } as unknown as RunRecord;
}

const selection = { kind: 'run', name: 'run x', runs: ['x'], unfinished: [] } as const;
const typed = 'seb run --experiment restriction --limit 60 --model simulated/a?self=1 --store s.sqlite --name first';

/** Returns the commands and words after scores. */
function afterScores(findings: readonly Parameters<typeof madeFinding>[0][], runs = [run(typed)]) {
  return nextSteps({
    kind: 'scores',
    findings: findings.map((each) => madeFinding({ run: 'x', ...each })),
    selection,
    runs,
  });
}

const contrast = madeComparison(['a', 'b'], 40).differences[0]!;
const pair = (changes: object) => ({ ...contrast, ...changes }) as unknown as Difference;
const gate = (changes: object, passes: boolean | null, rule = 'within', margin = 0.02): PairedContrast =>
  ({ ...contrast, unit: 'share', gate: { rule, margin, worse: 'lower', passes }, ...changes }) as PairedContrast;
const finding = (changes: Partial<CheckFinding>): CheckFinding => ({
  ...{
    check: 'same rows',
    kind: 'fault',
    file: 'a.csv',
    score: 'right',
    models: ['a'],
    rows: [{ item: '1', epoch: 2 }],
  },
  ...{ found: 'twice', effect: 'left out', changesRows: true },
  ...changes,
});
const signal = { name: 'own', verdict: 'worth asking' };
const worth = (changes: object) =>
  ({ prices: null, pass: 'b', signals: [signal], items: 100, ...changes }) as unknown as Pick<
    Worth,
    'prices' | 'pass' | 'signals' | 'items'
  >;

describe('nextSteps', () => {
  it('names labels first where the judge is unsafe, and what could not be read', () => {
    expect(afterScores([{ fit: 'unsafe judge' }])[0]?.command).toBe('seb label sample x 100 --out labels.csv');
    expect(afterScores([{ usable: 10, total: 100, model: 'm' }])[0]?.command).toBe('seb items x --missing --model m');
    expect(afterScores([{ model: 'a' }, { model: 'b' }]).map(({ command }) => command)).toContain('seb compare');
  });

  it('repeats the run with the items that a verdict needs, without its name and store', () => {
    const [step] = afterScores([{ fit: 'too few', clusters: 4 }], [run(typed.replace('60', '8'), 8)]);
    expect(step).toEqual({
      command: "seb run --experiment restriction --model 'simulated/a?self=1' --limit 40",
      about:
        'a verdict needs 20 independent groups of items (there are 4): with about 2 items a group, 40 items in place of 8 should be enough',
    });
  });

  it('draws more items where the run drew them', () => {
    const drew = typed.replace('--limit 60', '--random 8 --random-seed 5');
    const [step] = afterScores([{ fit: 'too few', clusters: 4 }], [run(drew, 8)]);
    expect(step?.command).toBe(
      "seb run --experiment restriction --random-seed 5 --model 'simulated/a?self=1' --random 40",
    );
    const [described] = afterScores([{ fit: 'too few', clusters: 4 }], [run(`${drew} --unknown 1`, 8)]);
    expect(described).toMatchObject({ command: null, about: expect.stringContaining('--random 40') });
  });

  it.each([
    [{ clusters: 18, usable: 18, total: 30, notAsked: 0 }, 'why 12 units of 30 lack a score: a verdict needs 20'],
    [{ clusters: 0, usable: 0, total: 0, notAsked: 40 }, 'why 40 units of 40 lack a score: a verdict needs 20'],
    [{ clusters: 19, usable: 19, total: 20, notAsked: 0 }, 'why 1 unit of 20 lacks a score: a verdict needs 20'],
  ])('reads missing values, where they leave too few groups, and advises no more items: %o', (counts, about) => {
    const steps = afterScores([{ fit: 'too few', model: 'm', ...counts }]);
    expect(steps[0]).toEqual({ command: 'seb items x --missing --model m', about: expect.stringContaining(about) });
    expect(steps.every(({ command }) => !/--limit/.test(command ?? ''))).toBe(true);
  });

  it('names no size of groups where values are missing and more items are needed, too', () => {
    const counts = { clusters: 4, usable: 8, total: 12, notAsked: 0 };
    const [step] = afterScores([{ fit: 'too few', ...counts }], [run(typed.replace('60', '12'), 12)]);
    expect(step?.about).toBe(
      'a verdict needs 20 independent groups of items (there are 4): if the same share of them has a value, 60 items in place of 12 should be enough',
    );
  });

  it.each(['my model', "it's", 'a;b', '$x', 'a*'])('quotes the model %s in every command', (model) => {
    const quoted = shellWord(model);
    expect(quoted).toMatch(/^'/);
    const unread = { usable: 10, total: 100, model };
    const checks: Ended = {
      ...{ kind: 'checks', findings: [finding({ check: 'unread', file: 'r', models: [model] })], names: 'r' },
      ...{ models: 1, scored: 1, areTables: false, of: 'runs' },
    };
    const found = { ...contrast, word: 'lower', better: 'higher', models: [model, 'b'], runs: ['x', 'y'] };
    const comparison: Ended = {
      ...{ kind: 'comparison', selection, runs: [] },
      comparison: { tasks: [], differences: [found] } as never,
    };
    const few = { fit: 'too few', usable: 18, total: 30, clusters: 18, model } as const;
    const steps = [afterScores([unread]), afterScores([few]), nextSteps(checks), nextSteps(comparison)];
    for (const [step] of steps) expect(step?.command?.endsWith(` --model ${quoted}`), step?.command ?? '').toBe(true);
  });

  it.each([
    'seb run --model recorded/my model --limit 60',
    'seb run --model m --items restriction=my file.csv --limit 60',
    'seb run --model m --config my config.ts --limit 60',
    'seb run --model m --prices my prices.json --limit 60',
    'seb run --model m --judge my judge --limit 60',
  ])('does not repeat a command whose value has a space, as it is stored without quotes: %s', (started) => {
    const [step] = afterScores([{ fit: 'no sign', chance: 0.5, detectable: 0.7 }], [run(started)]);
    expect(step).toMatchObject({ command: null, about: expect.stringContaining('--limit 240') });
  });

  it.each([
    ['logs', 'which model is right more often'],
    ['runs', 'whether the models predict themselves equally well'],
  ] as const)('says what the comparison of %s answers', (of, about) => {
    const ended = { kind: 'checks', findings: [], names: 'x', models: 2, scored: 2, areTables: false, of } as const;
    expect(nextSteps(ended)[0]).toEqual({ command: 'seb compare x', about });
  });

  it('lists all items of a run in which nothing was predicted', () => {
    expect(afterScores([]).map(({ command }) => command)).toContain('seb items x');
    expect(afterScores([{ fit: 'useful' }]).map(({ command }) => command)).toContain('seb items x --wrong');
  });

  it('advises more items, never fewer, where there are 20 groups and too few of them count', () => {
    const reason = '6 groups of items in strata with several answers, fewer than the 20 that a verdict needs';
    const [step] = afterScores([{ fit: 'too few', clusters: 30, reason }], [run(typed.replace('60', '30'), 30)]);
    expect(step).toEqual({
      command: "seb run --experiment restriction --model 'simulated/a?self=1' --limit 120",
      about: reason,
    });
  });

  it('says how many items would find how much where no sign may come from few items, and not where it does not', () => {
    const [step] = afterScores([{ fit: 'no sign', chance: 0.5, detectable: 0.7 }]);
    expect(step?.command).toMatch(/--limit 240$/);
    expect(step?.about).toBe('with 240 items (now 60), scores 10 points above chance are usually found');
    expect(afterScores([{ fit: 'no sign', chance: 0.5, detectable: 0.54 }])[0]?.command).toBe('seb items x --wrong');
  });

  it.each([
    [100, /--limit 100$/, 'with all 100 items of its data (now 60), scores 15 points above chance are usually found'],
    [60, null, 'use a larger file (--items): with 240 items (now 60, all of its data), scores 10 points above chance'],
    [null, null, 'run more items (--limit, --items): with 240 items (now 60), scores 10 points above chance'],
  ])('advises no more items than the data has, if that is known: %s', (available, command, about) => {
    const [step] = afterScores([{ fit: 'no sign', chance: 0.5, detectable: 0.7 }], [run(typed, 60, available)]);
    expect(step?.about).toContain(about);
    if (command === null) expect(step?.command).toBeNull();
    else expect(step?.command).toMatch(command);
  });

  it('advises a larger file where all items of the data are too few for a verdict', () => {
    const [step] = afterScores([{ fit: 'too few', clusters: 4 }], [run(typed.replace('60', '8'), 8, 12)]);
    expect(step).toEqual({
      command: null,
      about:
        'use a larger file (--items): a verdict needs 20 independent groups of items (there are 4): with about 2 items a group, 40 items in place of 8 should be enough, and its data has 12',
    });
  });

  it('describes a repetition that it cannot print word by word, and advises none that would send the same items', () => {
    const open = [{ fit: 'no sign', chance: 0.5, detectable: 0.7 }] as const;
    expect(afterScores(open, [run('seb run --where topic=a b --limit 60')])[0]).toMatchObject({ command: null });
    expect(afterScores(open, [run('seb run --model m')])[0]).toMatchObject({ command: null });
    expect(afterScores(open, [])[0]?.command).toBe('seb items x --wrong');
  });

  it('lists the items of a found difference, and how many would find a smaller one', () => {
    const of = (changes: object, runs?: readonly RunRecord[]): Ended => ({
      ...{ kind: 'comparison', selection, runs: runs ?? [] },
      comparison: { tasks: [], differences: [{ ...contrast, ...changes }] } as never,
    });
    const found = { word: 'lower', better: 'higher', models: ['a', 'b'] };
    expect(nextSteps(of({ ...found, runs: ['x', 'x'] }))[0]?.command).toBe('seb items x --divergent');
    expect(nextSteps(of({ ...found, runs: ['x', 'y'] }))[0]?.command).toBe('seb items x --wrong --model a');
    expect(nextSteps(of({ ...found, better: 'lower', runs: ['x', 'y'] }))[0]?.command).toBe(
      'seb items y --wrong --model b',
    );
    const none = { word: 'no difference found', detectable: 0.2, unit: 'share', runs: ['x', 'x'] };
    expect(nextSteps(of(none, [run(typed)]))[0]?.about).toBe(
      'with 240 items, differences of 10.0 points would usually be found',
    );
    expect(nextSteps(of(none, [run(typed, 60, 60)]))[0]).toEqual({
      command: null,
      about: 'use a larger file (--items): with 240 items, differences of 10.0 points would usually be found',
    });
    const named = { ...none, experiment: 'requests it refuses' }; // as the screen names it
    expect(nextSteps(of(named, [run(typed)]))[0]?.about).toMatch(/^with 240 items, differences of 10\.0 points/);
    const sides = [run(typed), { ...run(typed, 60, 90), id: 'y' }] as RunRecord[];
    const twoRuns = { ...none, runs: ['x', 'y'] };
    expect(nextSteps(of(twoRuns, sides)).map(({ command }) => command?.split(' ').at(-1))).toEqual(['240', '90']);
  });

  it('names no run without scores after a comparison, but what sends its calls', () => {
    const sides = [
      { ...run(typed), status: 'paused' },
      { ...run(typed), id: 'y' },
    ] as RunRecord[];
    const lacking = {
      ...{ ...contrast, word: 'no test', detectable: null, runs: ['x', 'y'] },
      quantity: { ...contrast.quantity, n: 0 },
    };
    const of = (differences: readonly object[], runs: readonly RunRecord[]) =>
      nextSteps({
        ...{ kind: 'comparison', selection: { ...selection, runs: ['x', 'y'] }, runs },
        comparison: { tasks: [], differences } as never,
      }).map(({ command }) => command);
    expect(of([lacking], sides)).toEqual(['seb resume x', 'seb items y --wrong']);
    expect(of([lacking], sides.slice(0, 1))).toEqual(['seb resume x', 'seb view']);
    const scored = { ...lacking, quantity: contrast.quantity };
    expect(of([scored], sides)).toEqual(['seb items x --wrong', 'seb view']);
    expect(of([{ ...scored, measure: 'right' }], sides)).toEqual(['seb items x', 'seb view']); // nothing was predicted
  });

  it('lists the items of logs that differ, or says how many would show half the difference', () => {
    const files = ['a.csv', 'b c.csv'];
    expect(nextSteps({ kind: 'logs', differences: [pair({ word: 'lower' })], files })[0]?.command).toBe(
      "seb compare a.csv 'b c.csv' --items",
    );
    const many = Array.from({ length: 16 }, () => pair({ word: 'lower' }));
    expect(nextSteps({ kind: 'logs', differences: many, files })[0]).toEqual({
      command: "seb compare a.csv 'b c.csv' --wide",
      about: 'all 16 pairs',
    });
    const none = pair({ word: 'no difference found', adjusted: 0.5, detectable: 0.159, asked: 120 });
    expect(nextSteps({ kind: 'logs', differences: [none], files })[0]).toEqual({
      command: null,
      about: 'log more items: with 480, a difference of 8.0 points would usually be found',
    });
  });

  it('says how many items could pass a margin that these cannot, and looks at the items of a shown drop', () => {
    const look = [{ command: 'seb compare a b --items', about: 'items' }];
    const hopeless = gate(
      { detectable: 0.167, word: 'no difference found', quantity: { ...contrast.quantity, n: 120 } },
      false,
    );
    expect(nextSteps({ kind: 'gate', checks: [hopeless], look })[0]?.about).toContain(
      'use about 8,400 items for a margin of 2.0 points, or a margin of 16.7 points for these 120',
    );
    const shown = nextSteps({ kind: 'gate', checks: [{ ...hopeless, word: 'lower' }], look });
    expect(shown).toEqual(look); // no number of items lets a shown drop pass
    expect(nextSteps({ kind: 'gate', checks: [gate({}, true)], look })).toEqual(look);
  });

  it('names the flag that decides a check, the rows, and the command that uses a sound file', () => {
    const of = (findings: readonly CheckFinding[], models = 2) =>
      nextSteps({ kind: 'checks', findings, names: 'a.csv', models, scored: models, areTables: true, of: 'logs' }).map(
        ({ command }) => command,
      );
    expect(of([])).toEqual(['seb compare a.csv', 'seb report a.csv']);
    expect(of([finding({})], 1)).toEqual(['seb data check a.csv --table checks', 'seb report a.csv']);
    for (const models of [1, 2])
      expect(of([finding({ check: 'filled values' })], models)[0]).toBe('seb report a.csv --keep-filled');
    expect(of([finding({ check: 'several models' })])[0]).toBe('seb compare a.csv --columns model=COLUMN');
    expect(of([finding({ check: 'same executions' })])).toEqual([
      'seb data check a.csv --table checks',
      'seb compare a.csv',
    ]);
  });

  it('shows what could not be read of a run, whose rows all stay, or finishes the run', () => {
    const of = (findings: readonly CheckFinding[], unfinished?: string) =>
      nextSteps({
        kind: 'checks',
        findings,
        names: 'r',
        models: 1,
        scored: 1,
        areTables: false,
        of: 'runs',
        unfinished,
      });
    const fault = (check: CheckFinding['check'], rows: CheckFinding['rows'] = []) =>
      finding({ check, rows, file: 'r', changesRows: true });
    const report = { command: 'seb report r', about: 'the scores' };
    expect(of([fault('unread')])).toEqual([
      { command: 'seb items r --missing --model a', about: 'what could not be read, and why' },
      report,
    ]);
    expect(of([fault('unsafe judge')])[0]?.command).toBe('seb label sample r 100 --out labels.csv');
    expect(of([fault('same text', [{ item: '1', epoch: 1 }])])).toEqual([
      { command: 'seb data check r --table checks', about: 'the rows in question' },
      report,
    ]);
    expect(of([fault('filled values')])).toEqual([report]);
    expect(of([])).toEqual([report]);
    expect(of([fault('unread')], 'r')).toEqual([
      { command: 'seb resume r', about: 'sends the rest of the calls' },
      report,
    ]);
  });

  it('advises the flag that the line on unread values names, and no command that reads none of them', () => {
    const of = (effect: string, rows: CheckFinding['rows'] = []) =>
      nextSteps({
        ...{ kind: 'checks', findings: [finding({ check: 'unread', effect, rows })], names: 'a.csv', models: 2 },
        ...{ scored: 2, areTables: true },
        of: 'logs',
      }).map(({ command }) => command);
    expect(of('no stated confidence in these rows: add --confidence-range 0 100 or 0 10')).toEqual([
      'seb report a.csv --confidence-range LOWEST HIGHEST',
    ]);
    expect(of('no outcome of right counts: add --range 1 5, or --threshold VALUE for the lowest one')).toEqual([
      'seb compare a.csv --range LOWEST HIGHEST',
    ]);
    expect(of('no outcome of wer counts: add --better lower, or --better higher')).toEqual([
      'seb compare a.csv --better lower',
    ]);
    expect(of('no outcome of right counts: write correct or incorrect')).toEqual([]);
  });

  it('repeats the command of worth with the flag that says more', () => {
    const of = (changes: object, command: string | null = 'seb worth a b --pass b') =>
      nextSteps({ kind: 'worth', worth: worth(changes), command }).map((step) => step.command);
    expect(of({})[0]).toBe('seb worth a b --pass b --right USD');
    expect(of({ prices: {} })[0]).toBe('seb worth a b --pass b --svg curve.svg');
    expect(of({ signals: [{ ...signal, verdict: 'not distinguishable' }] })[0]).toBeNull();
    expect(of({}, null)[0]).toMatch(/^seb worth .*--pass/);
  });

  it('plans with enough items first where these could have no verdict', () => {
    const plan = { kind: 'plan', command: 'seb run --limit 8 --model m', calls: 24 } as const;
    expect(
      nextSteps({ ...plan, larger: { count: 40, flag: '--limit', cost: 'about 120 calls, $1.00 to $2.00' } }),
    ).toEqual([
      {
        command: 'seb run --model m --limit 40',
        about: 'enough items for a verdict in every experiment (about 120 calls, $1.00 to $2.00)',
      },
      { command: plan.command, about: 'sends these 24 calls' },
    ]);
    expect(nextSteps({ ...plan, larger: null })).toEqual([{ command: plan.command, about: 'sends these 24 calls' }]);
  });

  it.each([
    { kind: 'item', run: 'x', item: 'i', onward: null },
    { kind: 'items', run: 'x', item: 'i', onward: null },
    { kind: 'study', study: 'abc', advice: { command: null, about: 'train more' } },
    { kind: 'reported-logs', names: 'a b', logs: 2 },
    { kind: 'stored-logs' },
  ] satisfies readonly Ended[])('says what each of at most two steps gives: %o', (ended) => {
    const steps = nextSteps(ended);
    expect(steps.length).toBeLessThanOrEqual(2);
    expect(steps.every(({ about }) => about !== '')).toBe(true);
  });
});
