import { describe, expect, test } from 'vitest';
import { estimateTraining } from './estimate.ts';
import { refuseDollars } from './submit.ts';

const port = { hosting: 'by the hour', isFree: false };
const rows = [
  {
    messages: [
      { role: 'user', content: 'x'.repeat(290) },
      { role: 'assistant', content: 'y'.repeat(10) },
    ],
  },
] as const;

describe('estimateTraining', () => {
  test('counts characters / 3 in every epoch, and keeps hosting apart', () => {
    expect(estimateTraining(rows, 2, { price: 25, port })).toMatchObject({
      tokens: 200,
      dollars: (200 * 25) / 1e6,
      hosting: 'by the hour',
    });
  });

  test('has an upper bound that is not below the estimate, for any script', () => {
    for (const content of ['x'.repeat(3000), 'א'.repeat(3000), '語'.repeat(3000)]) {
      const { tokens, maxTokens } = estimateTraining([{ messages: [{ role: 'user', content }] }], 1, {
        price: null,
        port,
      });
      expect(maxTokens).toBeGreaterThanOrEqual(tokens);
      expect(maxTokens).toBeGreaterThanOrEqual(Buffer.byteLength(content) / 3);
    }
  });

  test('has no cost without a price, notes assumed epochs, and is 0 at a free host', () => {
    const unknown = estimateTraining(rows, null, { price: null, port });
    expect(unknown).toMatchObject({ tokens: 300, dollars: null, maxDollars: null });
    expect(unknown.source).toMatch(/assumed: 3.*price unknown/);
    expect(estimateTraining(rows, 1, { price: null, port: { ...port, isFree: true } }).dollars).toBe(0);
  });
});

describe('refuseDollars', () => {
  test('refuses an unknown price and more than the budget', () => {
    expect(() => refuseDollars(null, 5)).toThrow('which is unknown');
    expect(() => refuseDollars(5.01, 5)).toThrow('up to $5.01, and the budget is $5.00');
    expect(() => refuseDollars(5, 5)).not.toThrow();
  });
});
