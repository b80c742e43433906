import { describe, expect, it } from 'vitest';
import { compareVerdicts, type TestedAdvantage } from './verdict.ts';

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
  return { ...about, clusters: 100, forms, ...more };
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
    expect(found?.reasons[0]).toBe('19 groups of items; a verdict needs at least 20');
  });

  it('adjusts all tests except the primary one', () => {
    const models = Array.from({ length: 10 }, (_, index) =>
      tested([2.2, 2.2, 2.2], { primary: false, model: `m${index}` }),
    );
    const found = compareVerdicts([tested([2.2, 2.2, 2.2]), ...models]);
    expect(found.map(({ verdict }) => verdict)).toEqual(['advantage', ...models.map(() => 'none')]);
    expect(found[1]?.p).toBeCloseTo(10 * (found[0]?.p ?? 0), 12);
  });
});
