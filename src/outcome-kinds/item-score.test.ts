import { describe, expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import type { BinaryOutcome } from './binary.ts';
import { itemScore, itemScoreWords } from './outcome-kinds.ts';

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });
const unread: Observed<never> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

function outcome(
  stated: number | null,
  executions: readonly boolean[],
  more: Partial<BinaryOutcome> = {},
): BinaryOutcome {
  const prediction = present(stated === 0.5 ? ('half' as const) : (stated ?? 1) > 0.5);
  return {
    ...{ kind: 'binary', unit: '', prediction, probability: stated, executions: executions.map(present), label: null },
    ...more,
  };
}

describe('itemScore', () => {
  it.each([
    ['a probability that came true', outcome(0.7, [true]), 1 - 0.3 ** 2],
    ['a probability that did not', outcome(0.7, [false]), 1 - 0.7 ** 2],
    ['one half', outcome(0.5, [true]), 0.75],
    ['a probability of several executions', outcome(0.7, [true, false]), (0.91 + 0.51) / 2],
    ['a yes that came true', outcome(null, [true]), 1],
    ['a yes of several executions', outcome(null, [true, false]), 0.5],
    ['a prediction that could not be read', outcome(null, [true], { prediction: unread }), null],
    ['an outcome that could not be read', outcome(0.7, [], { executions: [unread] }), null],
  ])('is the score of the report: %s', (_, one, score) => {
    const found = itemScore([one]);
    if (score === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(score, 12);
  });

  it('is the mean of the units of an item', () => {
    expect(itemScore([outcome(0.7, [true]), outcome(0.7, [false])])).toBeCloseTo((0.91 + 0.51) / 2, 12);
  });
});

describe('itemScoreWords', () => {
  it('names the score of stated probabilities apart from the share of right predictions', () => {
    expect(itemScoreWords(outcome(0.7, [true])).name).toBe('probability_score');
    expect(itemScoreWords(outcome(null, [true])).name).toBe('accuracy');
  });
});
