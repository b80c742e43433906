import { describe, expect, it } from 'vitest';
import { madeFinding, madeQuantity } from '../../../test/support/made-findings.ts';
import type { Finding } from '../../results/finding.ts';
import type { Quantity } from '../../results/quantity.ts';
import { controlFindings, controlLimits } from './find-results.ts';

const plain = madeFinding({ fit: 'no sign' });
const sayOf = (...controls: Finding[]) => {
  const found = controlFindings(controls, [plain]);
  return { results: found.map(({ result }) => result), limits: controlLimits(found).join(' ') };
};
const notAbove = (score: number, interval: Quantity['interval'], constant: number, more: Partial<Finding> = {}) =>
  madeFinding({ fit: 'no sign', score: madeQuantity(score, interval), constant, ...more });

describe('controlFindings', () => {
  // 24 outcomes, 3 to 0 of the rarer one: a model that is always right has at most the advantage of a few items
  it.each([
    [21 / 24, '88 %'],
    [22 / 24, '92 %'],
    [1, '100 %'],
  ])('never says that a model fails that is always right where a constant is right in %f', (constant, text) => {
    const { results, limits } = sayOf(notAbove(1, [0.86, 1], constant));
    expect(results).toEqual(['not-known']);
    expect(limits).toBe(
      `Whether provider/my-model can do “requests it refuses” (100 %) with its own answer in view is not known: the outcomes are too alike for this control (best constant answer ${text}).`,
    );
  });

  it('says that a model fails where its whole interval has no good score, with the score', () => {
    const { results, limits } = sayOf(notAbove(0.52, [0.4, 0.64], 0.6));
    expect(results).toEqual(['cannot-do']);
    expect(limits).toContain(
      'is not shown to beat the best constant answer on “requests it refuses” (52 %): the format or the question',
    );
  });

  it('is not known where the interval has good and poor scores, and where it is absent', () => {
    expect(sayOf(notAbove(0.8, [0.6, 0.92], 0.75)).limits).toContain('includes good and poor scores');
    expect(sayOf(notAbove(0.8, null, 0.75)).results).toEqual(['not-known']);
  });

  it('has no result where the control has no verdict', () => {
    expect(sayOf(notAbove(0.98, [0.9, 1], 0.6, { fit: 'unreadable', usable: 20, total: 60 })).results).toEqual([
      'not-known',
    ]);
  });

  it('reads an error in doublings as better where it is lower', () => {
    const cost = { unit: 'doublings', better: 'lower' } as const;
    expect(sayOf(notAbove(1.4, [1.1, 1.7], 0.8, cost)).results).toEqual(['cannot-do']);
    expect(sayOf(notAbove(0.1, [0, 0.3], 0.1, cost)).results).toEqual(['not-known']);
  });

  it('can do the task where the score beats the constant, however low', () => {
    expect(sayOf(madeFinding({ fit: 'useful' })).results).toEqual(['can-do']);
  });
});
