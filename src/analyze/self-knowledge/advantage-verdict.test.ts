import { describe, expect, it } from 'vitest';
import { compareVerdicts, type TestedAdvantage } from './advantage-verdict.ts';

function tested(
  [additive, multiplicative, threshold]: readonly number[],
  more: Partial<TestedAdvantage> = {},
): TestedAdvantage {
  const form = (name: string, z: number | undefined) => ({
    name,
    estimate: z === undefined || Number.isNaN(z) ? null : { value: z, error: 1, degrees: null },
    reason: z === undefined || Number.isNaN(z) ? 'not determined' : null,
  });
  const forms = [form('additive', additive), form('multiplicative', multiplicative), form('threshold', threshold)];
  const place = { experiment: 'restriction', condition: 'paper', measure: 'mcc' };
  const about = { ...place, form: 'reuse', model: null, primary: true } as const;
  return { ...about, clusters: 100, models: 6, forms, ...more };
}

describe('compareVerdicts', () => {
  it.each<readonly [string, readonly number[]]>([
    ['advantage', [3, 3, 3]],
    ['advantage', [1.3, 1.3, 1.76]],
    ['none', [9, 9, 1.74]], // unequal models: the two forms of MCC alone prove nothing
    ['none', [9, 1, 3]], // the forms disagree
    ['disadvantage', [-3, -3, -3]],
    ['none', [-3, -3, -2.5]],
    ['insufficient', [3, 3, Number.NaN]],
  ])('returns %s for z = %j', (verdict, z) => {
    const [found] = compareVerdicts([tested(z)]);
    expect(found).toMatchObject({ verdict, primary: true, model: null });
    expect(found?.reasons.length).toBeGreaterThan(0);
  });

  // Models that predicted each other by name: only the additive and the multiplicative form detect that others know as much.
  it.each<readonly [string, readonly number[]]>([
    ['advantage', [2.1, 2.1, 2.1]],
    ['none', [1.5, 2.1, 2.1]],
    ['none', [2.1, 2.1, 1.9]],
    ['disadvantage', [-2.6, -2.6, -2.6]],
    ['none', [-2.5, -2.6, -2.6]],
  ])('requires every form at the test level where models predicted each other: %s for z = %j', (verdict, z) => {
    expect(compareVerdicts([tested(z, { form: 'asked' })])[0]?.verdict).toBe(verdict);
  });

  it('is insufficient below 20 groups', () => {
    const [found] = compareVerdicts([tested([9, 9, 9], { clusters: 19 })]);
    expect(found).toMatchObject({ verdict: 'insufficient', p: null });
    expect(found?.reasons[0]).toBe('19 groups of items; a verdict needs 20');
  });

  it('says which design decides below four models', () => {
    const [found] = compareVerdicts([tested([9, 9, 9], { models: 2 })]);
    expect(found).toMatchObject({ verdict: 'needs-four-models', p: null });
    expect(found?.reasons[0]).toMatch(/needs four models \(has 2\).*`seb study` decides with two/);
  });

  it('withholds an advantage whose requirement is not met, and says why', () => {
    const unmet = { isMet: false, reason: 'not above the closest other' };
    const met = { isMet: true, reason: '' };
    const verdicts = [[unmet], [met]].map((requirements) => compareVerdicts([tested([3, 3, 3], { requirements })])[0]);
    expect(verdicts).toMatchObject([
      { verdict: 'none', reasons: ['not above the closest other'] },
      { verdict: 'advantage' },
    ]);
  });

  it('says what 80 % of such runs would find', () => {
    // normal quantiles of .96 and .8: 1.7507 and 0.8416, standard error 1
    expect(compareVerdicts([tested([0, 0, 0])])[0]?.detectable).toBeCloseTo(2.5923, 3);
  });

  it('adjusts primary tests over experiments', () => {
    const z = [1.9, 1.9, 1.9];
    expect(compareVerdicts([tested(z)])[0]?.verdict).toBe('advantage');
    const three = ['a', 'b', 'c'].map((experiment) => tested(z, { experiment }));
    expect(compareVerdicts(three).map(({ verdict }) => verdict)).toEqual(['none', 'none', 'none']);
  });

  it('adjusts all tests that are not primary as one family', () => {
    const models = Array.from({ length: 10 }, (_, index) =>
      tested([2.2, 2.2, 2.2], { primary: false, model: `m${index}` }),
    );
    const found = compareVerdicts([tested([2.2, 2.2, 2.2]), ...models]);
    expect(found.map(({ verdict }) => verdict)).toEqual(['advantage', ...models.map(() => 'none')]);
    expect(found[1]?.p).toBeCloseTo(10 * (found[0]?.p ?? 0), 12);
  });
});
