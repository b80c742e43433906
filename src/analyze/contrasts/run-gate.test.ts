import { describe, expect, it } from 'vitest';
import { modelKey, type RunConfig } from '../../domain/run-config.ts';
import { GrowingNumbers, type ResponseMatrix } from './response-matrix.ts';
import { type Gate, gateChecks } from './run-gate.ts';

const config = (parts: Partial<RunConfig> = {}): RunConfig => ({
  models: [{ name: 'm', identity: 'm', baseUrl: null }],
  judge: null,
  judgeRubric: 'plain' as RunConfig['judgeRubric'],
  experiments: [planned('a', 60)],
  samples: 1,
  sampling: {},
  seed: 1,
  ...parts,
});
const planned = (sha256: string, items: number): RunConfig['experiments'][number] => ({
  name: 'restriction',
  version: 1,
  dataset: { name: 'd', sha256, items },
  conditions: [],
});
const gate = (parts: Partial<Gate> = {}): Gate => ({
  run: { id: 'new', status: 'finished' as const, config: config({ repeatAs: 'new' }) },
  baseline: { id: 'old', status: 'finished' as const, config: config({ repeatAs: 'old' }) },
  rule: 'lower',
  margin: 0.05,
  ...parts,
});

type Scores = readonly (number | null)[];

/** Responses of one model in both runs, with one unit per item and cluster. */
function field(now: Scores, before: Scores, models = ['m']): ResponseMatrix {
  const column = (scores: Scores) => {
    const made = new GrowingNumbers();
    for (const [unit, score] of scores.entries()) made.set(unit, score ?? Number.NaN);
    return made;
  };
  const made = (run: string, scores: Scores) =>
    models.map((model) => ({
      run,
      model,
      condition: 'paper',
      score: column(scores),
      lost: { at: () => 0 },
      asked: { at: () => 1 },
      probability: { at: () => Number.NaN },
    }));
  return {
    kind: 'binary',
    experiment: { name: 'restriction', measures: [{ name: 'accuracy', unit: 'share' }] },
    itemOf: now.map((_, unit) => unit),
    clusterOf: now.map((_, unit) => unit),
    titles: [],
    responses: [...made('old', before), ...made('new', now)],
  } as unknown as ResponseMatrix; // no other field is read
}

/** `right` of 60 units right, from the first; the units after `scored` have no score. */
const first = (right: number, scored = 60): Scores =>
  Array.from({ length: 60 }, (_, unit) => (unit >= scored ? null : Number(unit < right)));
const check = (now: Scores, before: Scores, parts: Partial<Gate> = {}) =>
  gateChecks([field(now, before)], gate(parts))[0];

describe('gateChecks', () => {
  it('reports a drop only where the whole interval lies below minus the margin', () => {
    expect(check(first(30), first(60))).toMatchObject({
      word: 'lower',
      quantity: { value: -0.5 },
      items: 60,
      gate: { passes: false },
    });
    expect(check(first(45), first(60), { margin: 0.24 })).toMatchObject({
      ...{ word: 'lower', gate: { passes: true }, quantity: { value: -0.25 } },
    });
    expect(check(first(58), first(60))?.gate?.passes).toBe(true);
    expect(check(first(60), first(30))).toMatchObject({ word: 'higher', quantity: { value: 0.5 } });
  });

  it('does not measure without a score on both sides', () => {
    const none = first(0, 0);
    expect(check(none, none)).toMatchObject({ word: 'not measured', items: 0, reason: 'neither side has a score' });
    expect(check(none, first(40))).toMatchObject({
      word: 'not measured',
      items: 0,
      reason: 'the new side has no score',
    });
    expect(check(first(40), none)).toMatchObject({ word: 'not measured', reason: 'the baseline has no score' });
    const apart = [...first(0, 30).slice(0, 30), ...first(0, 0).slice(0, 30)];
    expect(check(apart, [...apart].reverse())).toMatchObject({ reason: 'no unit has a score on both sides', items: 0 });
  });

  it('does not measure where the new run has a score for less than 90 % of the units of the baseline', () => {
    expect(check(first(40, 53), first(40))).toMatchObject({ word: 'not measured', usable: [53, 60], items: 53 });
    expect(check(first(48, 54), first(48))).toMatchObject({ gate: { passes: true }, items: 54 });
    expect(check(first(40, 30), first(40, 30))?.reason).toContain(
      'the new side has a score for 50 % of the 60 units of the baseline',
    );
  });

  it('recognizes a model that is right everywhere and then wrong everywhere', () => {
    expect(check(first(0), first(60))).toMatchObject({ word: 'lower', quantity: { value: -1 } });
  });

  it('passes equal outcomes, and says that they are equal', () => {
    const repeated = check(first(40), first(40));
    expect(repeated).toMatchObject({ word: 'no difference found', quantity: { value: 0 }, items: 60 });
    expect(repeated?.note).toBe('both sides have the same outcomes on every item');
  });

  it.each([
    [50, 'the new run was not asked 10 units of the baseline: run it again with the same items (--limit, --items)'],
    [60, 'seb items new --missing and seb items old --missing say why'],
  ])('says what brings missing scores where the new run was asked %s of 60 units', (asked, cure) => {
    const made = field(first(40, 50), first(40));
    const responses = made.responses.map((each) =>
      each.run === 'new' ? { ...each, asked: { at: (unit: number) => Number(unit < asked) } } : each,
    );
    const [found] = gateChecks([{ ...made, responses } as ResponseMatrix], gate());
    expect(found?.reason).toContain(`missing answers could hide a drop; 4 more scores would be enough (${cure})`);
  });

  it('is safe for a pass: what holds only with missing scores at their worst is not measured', () => {
    const lost = (scores: Scores, units: readonly number[]): Scores =>
      scores.map((score, unit) => (units.includes(unit) ? null : score));
    expect(check(first(52), first(60), { margin: 0 })).toMatchObject({ word: 'lower', missing: { units: 0 } });
    // the baseline lost four of the eight that it alone has right: with them wrong, the drop is not shown
    const baseline = check(first(52), lost(first(60), [53, 54, 55, 56]), { margin: 0 });
    expect(baseline).toMatchObject({ word: 'not measured', gate: { passes: null }, missing: { b: 4 / 60, units: 4 } });
    expect(baseline?.reason).toBe(
      '4 of 60 units lack a score: if those of the new side are wrong, the drop exceeds the margin (seb items new --missing and seb items old --missing say why)',
    );
    const within = { rule: 'within', margin: 0.08 } as const;
    expect(check(first(40), first(40), within)?.word).toBe('within the margin');
    expect(check(lost(first(40), [0]), first(40), within)?.gate?.passes).toBe(false);
    expect(check(first(40), lost(first(40), [59]), within)?.gate?.passes).toBe(false);
  });

  it.each([
    ['finished', 'finished', 'seb items new --missing and seb items old --missing say why'],
    ['paused', 'finished', 'seb resume new sends the missing calls'],
    ['incomplete', 'finished', 'seb resume new sends the missing calls'],
    ['finished', 'running', 'seb resume old sends the missing calls'],
    ['paused', 'incomplete', 'seb resume new and seb resume old send the missing calls'],
  ] as const)('says what brings the missing scores of runs that are %s and %s', (status, before, cure) => {
    const runs = gate();
    const given = { run: { ...runs.run, status }, baseline: { ...runs.baseline, status: before }, margin: 0 };
    const lost = first(60).map((score, unit) => (unit >= 53 && unit < 57 ? null : score));
    expect(check(first(52), lost, given)?.reason).toContain(`exceeds the margin (${cure})`);
    const halves = { run: { ...given.run, whole: 'r' }, baseline: { ...given.baseline, whole: 'r' }, margin: 0 };
    const ofOne = cure.startsWith('seb items')
      ? 'seb items r --missing says why'
      : 'seb resume r sends the missing calls';
    expect(check(first(52), lost, halves)?.reason).toContain(`(${ofOne})`);
  });

  it('does not pass 18 blank and 16 wrong of 200 where the baseline is right on all', () => {
    const scores = (wrong: number, blank: number) =>
      Array.from({ length: 200 }, (_, unit) => (unit < blank ? null : Number(unit >= blank + wrong)));
    const now = scores(16, 18);
    const whole = config({ experiments: [planned('a', 200)] });
    const of200 = {
      run: { id: 'new', status: 'finished' as const, config: whole },
      baseline: { id: 'old', status: 'finished' as const, config: whole },
      margin: 0.05,
    };
    expect(gateChecks([field(now, scores(0, 0))], gate(of200))[0]).toMatchObject({
      ...{
        word: 'not measured',
        gate: { passes: null },
        reason: expect.stringContaining('18 of 200 units lack a score'),
      },
    });
    expect(gateChecks([field(scores(16, 0), scores(0, 0))], gate(of200))[0]?.gate?.passes).toBe(true);
    expect(gateChecks([field(scores(34, 0), scores(0, 0))], gate(of200))[0]?.gate?.passes).toBe(false);
  });

  it('does not measure where both runs have the same stored answers', () => {
    const shared = (share: number) => ({ shared: new Map([[modelKey('restriction', 'm'), share]]) });
    for (const rule of ['lower', 'within'] as const) {
      const all = check(first(40), first(40), { ...shared(1), rule, margin: 0.5 });
      expect(all).toMatchObject({ word: 'not measured', adjusted: null, detectable: null, quantity: { value: null } });
      expect(all?.reason).toContain('all calls of the new run reuse stored answers of the baseline');
      expect(check(first(60), first(40), { ...shared(0.5), rule })?.reason).toContain(
        '50 % of the calls of the new run',
      );
    }
    expect(check(first(40), first(40), shared(0))?.gate?.passes).toBe(true);
  });

  it('adjusts for the number of checks', () => {
    const drop = field(first(53), first(60)); // seven of 60 differ: mid-p 2^-8
    const [alone] = gateChecks([drop], gate({ margin: 0 }));
    expect(alone?.word).toBe('lower');
    expect(alone?.adjusted).toBeCloseTo(2 ** -8, 12);
    const models = Array.from({ length: 40 }, (_, index) => (index === 0 ? 'm' : `m${index}`));
    const many = gateChecks([field(first(53), first(60), models)], gate({ margin: 0 }));
    expect(new Set(many.map(({ word }) => word))).toEqual(new Set(['no difference found']));
    expect(many[0]?.adjusted).toBeCloseTo(40 * (alone?.adjusted ?? 0), 9);
  });

  it('with the rule `within` passes only what excludes a drop by the margin', () => {
    const noisy = first(40).map((score, unit) => (unit % 10 === 0 ? 1 - (score ?? 0) : score)); // 4 lost, 2 gained
    expect(check(noisy, first(40), { rule: 'within', margin: 0.08 })?.gate?.passes).toBe(false);
    expect(check(noisy, first(40), { rule: 'within', margin: 0.25 })?.gate?.passes).toBe(true);
    expect(check(first(0, 0), first(0, 0), { rule: 'within' })?.word).toBe('not measured');
  });

  it('does not measure a margin that so few items cannot exclude, and says how many could', () => {
    const within = (margin: number) => check(first(40), first(40), { rule: 'within', margin });
    expect(within(0.05)).toMatchObject({
      ...{ word: 'not measured', gate: { passes: null } },
      reason: '60 items cannot exclude a drop of 5 points, even without a loss; 73 items could',
    });
    expect(within(0.07)).toMatchObject({ word: 'within the margin', test: 'tango-t' });
    expect(within(0.07)?.adjusted).toBeCloseTo(0.01679, 4); // 1 - Phi(sqrt(60 x .07 / .93))
    expect(check(first(39), first(40), { rule: 'within', margin: 0.07 })?.gate?.passes).toBe(false);
  });

  it('prints the drop that such runs find, which grows with the number of checks', () => {
    const noisy = first(40).map((score, unit) => (unit % 10 === 0 ? 1 - (score ?? 0) : score));
    const [one] = gateChecks([field(noisy, first(40))], gate({ margin: 0 }));
    const many = gateChecks([field(noisy, first(40), ['m', 'n', 'o'])], gate({ margin: 0 }));
    expect(one?.detectable).toBeGreaterThan(0.08); // by the power of the mid-p test
    expect(many[0]?.detectable).toBeGreaterThan(one?.detectable ?? 1);
  });

  it('does not measure runs of other items, and names the difference', () => {
    const other = {
      run: { id: 'new', status: 'finished' as const, config: config({ experiments: [planned('b', 8)] }) },
    };
    const [found] = gateChecks([field([], [], [])], gate(other));
    expect(found?.word).toBe('not measured');
    expect(found?.reason).toContain('8 items, 60 in the baseline: use the same --limit');
  });
});
