import { expect, it } from 'vitest';
import { outcomeWithOldKeys, withOldKeys } from './old-keys.ts';

it('writes the old spelling beside each renamed key, at every depth, and leaves other keys and values alone', () => {
  expect(withOldKeys({ selfAdvantage: [{ pHolm: null, n: 2 }], measure: 'macro_f1' })).toEqual({
    selfAdvantage: [{ pHolm: null, p_holm: null, n: 2 }],
    self_advantage: [{ pHolm: null, p_holm: null, n: 2 }],
    measure: 'macro_f1',
  });
});

it('leaves findings as they are', () => {
  expect(withOldKeys({ findings: [{ itemRule: 1 }] })).toEqual({ findings: [{ itemRule: 1 }] });
});

it('writes the old names of the fields of an outcome beside the current ones', () => {
  expect(outcomeWithOldKeys({ kind: 'ranking', prediction: 1, predictionTokens: 2 })).toEqual({
    ...{ kind: 'ranking', prediction: 1, predictionTokens: 2 },
    ...{ forecast: 1, forecastTokens: 2 },
  });
});
