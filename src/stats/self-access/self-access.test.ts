import { describe, expect, it } from 'vitest';
import { lehmer } from '../../../test/support/stats/lehmer.ts';
import { logistic } from '../basic/logistic.ts';
import { conditionalTally, fitConditional } from './conditional-logit.ts';
import { type CrossItem, selfAccess } from './self-access.ts';
import { crossDesign } from './self-access-design.ts';

/** Returns the 60 items of bench/reference/self-access.R. */
function referenceItems(): readonly CrossItem[] {
  const numbers = lehmer(13, 540);
  const [theta, gamma] = [
    [0, 0.6, -0.3],
    [0, 0.5, -0.4],
  ];
  return Array.from({ length: 60 }, (_, item) => ({
    cluster: String(item),
    right: Array.from({ length: 9 }, (__, cell) => {
      const [a, b] = [Math.floor(cell / 3), cell % 3];
      const logit = 0.3 + theta[a]! - gamma[b]! - 2 * (((item + 1) % 7) / 6 - 0.5) + (a === b ? 0.8 : 0);
      return Number(numbers[9 * item + cell]! < logistic(logit));
    }),
  }));
}

describe('against R’s survival::clogit(method = "exact") (bench/reference/self-access.R)', () => {
  const items = referenceItems();

  it('gives the same coefficients', () => {
    const design = crossDesign(3, [])!;
    const tally = conditionalTally(
      design,
      items.map((item) => item.right),
    );
    const fit = fitConditional(design, tally)!;
    const reference = [0.527444922842, -0.11926034077, 0.662420485127, -0.235258735961, 0.926918269413];
    // Our weak prior moves them by less than a thousandth.
    for (const [column, value] of reference.entries()) {
      expect(Math.abs(fit.coefficients[column]! - value)).toBeLessThan(1e-3);
    }
  });

  it('has an interval like the model-based one, 0.927 ± 1.96 x 0.209', () => {
    const found = selfAccess({ models: 3, items, controls: [], seed: 1 });
    if (found.kind !== 'known') throw new Error(found.reason);
    expect(found.beta.value).toBeCloseTo(0.9269, 2);
    const width = found.beta.interval!.high - found.beta.interval!.low;
    expect(width / (2 * 1.96 * 0.208610675288)).toBeGreaterThan(0.8);
    expect(width / (2 * 1.96 * 0.208610675288)).toBeLessThan(1.25);
    expect(found).toMatchObject({ controls: [], clusters: 60 });
  });
});

describe('undetermined beta', () => {
  const items = referenceItems();
  const reason = (options: Partial<Parameters<typeof selfAccess>[0]>) => {
    const found = selfAccess({ models: 3, items, controls: [], seed: 1, ...options });
    return found.kind === 'unknown' ? found.reason : 'known';
  };

  it('gives the reason', () => {
    expect(reason({ models: 1, items: [{ cluster: 'a', right: [1] }] })).toContain('two models');
    expect(reason({ items: [] })).toContain('all right or all wrong');
    expect(reason({ items: [{ cluster: 'a', right: new Array(9).fill(1) }] })).toContain('all right or all wrong');
    // With three models, every symmetric similarity is a sum of predictor and target effects.
    const similarity = [
      [1, 0.2, 0.4],
      [0.2, 1, 0.7],
      [0.4, 0.7, 1],
    ];
    expect(reason({ controls: [{ name: 'similarity', values: similarity, influence: null }] })).toContain(
      'controls are not identified',
    );
    expect(reason({ controls: [] })).toBe('known');
  });

  it('returns no value for an unbounded coefficient', () => {
    const own = items.map((item) => ({
      ...item,
      right: Array.from(item.right, (right, cell) => (cell % 4 ? right : 1)),
    }));
    expect(reason({ items: own })).toContain('without bound');
  });
});
