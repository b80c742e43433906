import { describe, expect, it } from 'vitest';
import { modelKey, type RunConfig } from '../../domain/run-config.ts';
import { type Gate, gateChecks } from './regression-gate.ts';
import { GrowingNumbers, type ResponseMatrix } from './response-matrix.ts';

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
  run: { id: 'new', config: config({ repeatAs: 'new' }) },
  baseline: { id: 'old', config: config({ repeatAs: 'old' }) },
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
    expect(check(first(30), first(60))).toMatchObject({ result: 'lower', difference: -0.5, n: 60 });
    expect(check(first(45), first(60), { margin: 0.24 })?.result).toBe('lower-within-margin');
    expect(check(first(58), first(60))?.result).toBe('not-lower');
    expect(check(first(60), first(30))).toMatchObject({ result: 'not-lower', difference: 0.5 });
  });

  it('does not measure without a score on both sides', () => {
    const none = first(0, 0);
    expect(check(none, none)).toMatchObject({ result: 'not-measured', n: 0, note: 'neither run has a score' });
    expect(check(none, first(40))).toMatchObject({ result: 'not-measured', n: 0, note: 'the new run has no score' });
    expect(check(first(40), none)).toMatchObject({ result: 'not-measured', note: 'the baseline has no score' });
    const apart = [...first(0, 30).slice(0, 30), ...first(0, 0).slice(0, 30)];
    expect(check(apart, [...apart].reverse())).toMatchObject({ note: 'no unit has a score in both runs', n: 0 });
  });

  it('does not measure where the new run has a score for less than 90 % of the units of the baseline', () => {
    expect(check(first(40, 53), first(40))).toMatchObject({ result: 'not-measured', usable: [53, 60], n: 53 });
    expect(check(first(40, 54), first(40))).toMatchObject({ result: 'not-lower', n: 54 });
    expect(check(first(40, 30), first(40, 30))?.note).toContain('scores: 30 of 60 units, baseline 30');
  });

  it('recognizes a model that is right everywhere and then wrong everywhere', () => {
    expect(check(first(0), first(60))).toMatchObject({ result: 'lower', difference: -1 });
  });

  it('passes equal outcomes, and says that they are equal', () => {
    const repeated = check(first(40), first(40));
    expect(repeated).toMatchObject({ result: 'not-lower', difference: 0, n: 60 });
    expect(repeated?.note).toBe('both runs have the same outcomes on every item');
  });

  it('counts missing scores of either side at their worst for the claim, above 2 %', () => {
    const lost = (scores: Scores, units: readonly number[]): Scores =>
      scores.map((score, unit) => (units.includes(unit) ? null : score));
    expect(check(first(52), first(60), { margin: 0 })).toMatchObject({ result: 'lower', missing: [0, 0] });
    // the baseline lost two, or the new run lost two right ones: each could be a reason for the difference
    const baseline = check(first(52), lost(first(60), [1, 2, 52, 53]), { margin: 0 });
    expect(baseline).toMatchObject({ result: 'not-lower', missing: [0, 4 / 60] });
    expect(baseline?.note).toContain('at their worst');
    const within = { rule: 'within', margin: 0.07 } as const;
    expect(check(first(40), first(40), within)?.result).toBe('within');
    expect(check(lost(first(40), [0, 1, 2, 3]), first(40), within)?.result).toBe('not-within');
    expect(check(first(40), lost(first(40), [40, 41, 42, 43]), within)?.result).toBe('not-within');
    expect(check(lost(first(40), [59]), first(40), within)?.result).toBe('within'); // one of 60 is below 2 %
  });

  it('does not measure where both runs have the same stored answers', () => {
    const shared = (share: number) => ({ shared: new Map([[modelKey('restriction', 'm'), share]]) });
    for (const rule of ['lower', 'within'] as const) {
      const all = check(first(40), first(40), { ...shared(1), rule, margin: 0.5 });
      expect(all).toMatchObject({ result: 'not-measured', pHolm: null, detectable: null });
      expect(all?.note).toContain('all calls of the new run reuse stored answers of the baseline');
      expect(check(first(60), first(40), { ...shared(0.5), rule })?.note).toContain('50 % of the calls of the new run');
    }
    expect(check(first(40), first(40), shared(0))?.result).toBe('not-lower');
  });

  it('adjusts for the number of checks', () => {
    const drop = field(first(53), first(60)); // seven of 60 differ: mid-p 2^-8
    const [alone] = gateChecks([drop], gate({ margin: 0 }));
    expect(alone?.result).toBe('lower');
    expect(alone?.pHolm).toBeCloseTo(2 ** -8, 12);
    const models = Array.from({ length: 40 }, (_, index) => (index === 0 ? 'm' : `m${index}`));
    const many = gateChecks([field(first(53), first(60), models)], gate({ margin: 0 }));
    expect(new Set(many.map(({ result }) => result))).toEqual(new Set(['not-lower']));
    expect(many[0]?.pHolm).toBeCloseTo(40 * (alone?.pHolm ?? 0), 9);
  });

  it('with the rule `within` passes only what excludes a drop by the margin', () => {
    const noisy = first(40).map((score, unit) => (unit % 10 === 0 ? 1 - (score ?? 0) : score)); // 4 lost, 2 gained
    expect(check(noisy, first(40), { rule: 'within', margin: 0.05 })?.result).toBe('not-within');
    expect(check(noisy, first(40), { rule: 'within', margin: 0.2 })?.result).toBe('within');
    expect(check(first(0, 0), first(0, 0), { rule: 'within' })?.result).toBe('not-measured');
  });

  it('does not pass runs of too few items without a loss: the exact tail (1 - margin)^n decides', () => {
    const within = (margin: number) => check(first(40), first(40), { rule: 'within', margin });
    expect(within(0.05)?.result).toBe('not-within');
    expect(within(0.05)?.pHolm).toBeCloseTo(0.95 ** 60, 12); // .046
    expect(within(0.07)).toMatchObject({ result: 'within' });
    expect(within(0.07)?.pHolm).toBeCloseTo(0.93 ** 60, 12); // .013
    expect(check(first(39), first(40), { rule: 'within', margin: 0.07 })?.pHolm).toBeCloseTo(
      0.93 ** 60 + 60 * 0.07 * 0.93 ** 59,
      12,
    );
  });

  it('prints the drop that such runs find, which grows with the number of checks', () => {
    const noisy = first(40).map((score, unit) => (unit % 10 === 0 ? 1 - (score ?? 0) : score));
    const [one] = gateChecks([field(noisy, first(40))], gate({ margin: 0 }));
    const many = gateChecks([field(noisy, first(40), ['m', 'n', 'o'])], gate({ margin: 0 }));
    expect(one?.detectable).toBeGreaterThan(0.08); // (t + z) se, se = 0.041
    expect(many[0]?.detectable).toBeGreaterThan(one?.detectable ?? 1);
  });

  it('does not measure runs of other items, and names the difference', () => {
    const other = { run: { id: 'new', config: config({ experiments: [planned('b', 8)] }) } };
    const [found] = gateChecks([field([], [], [])], gate(other));
    expect(found?.result).toBe('not-measured');
    expect(found?.note).toContain('8 items, 60 in the baseline: use the same --limit');
  });
});
