import { describe, expect, it } from 'vitest';
import type { Worth, WorthGain } from '../../results/worth.ts';
import { worthTable } from './worth-tables.ts';

const gain = (value: number): WorthGain => ({ value, interval: [value - 50, value + 50], p: 0.01 });
const signal = {
  ...{ name: 'own', asks: true, about: 'confidence of a', passedShare: 0.3, verdict: 'worth asking', loses: null },
  ...{ beatsConstants: null, overConstant: gain(111), overRandom: gain(-20) },
};

function tableOf(pass: string | null) {
  const worth = { signals: [signal], unit: 'right answers per 1,000 requests', prices: null, keep: 'a', pass };
  return worthTable({ ...worth, rightOfKeep: 0.5, rightOfPass: null, bestConstant: 'pass' } as unknown as Worth);
}

describe('worthTable', () => {
  it('prints gains with their sign', () => {
    const [row = []] = tableOf('b').rows;
    expect(row.slice(2, 4).map(({ text }) => text)).toEqual(['+11.1 [6.1, 16.1]', '−2.0']);
  });

  it('passes requests on to another model, and leaves them unanswered where it abstains', () => {
    const wordsOf = (pass: string | null) => JSON.stringify(tableOf(pass));
    expect(wordsOf('b')).toContain('passed on: by a rule');
    expect(wordsOf(null)).toContain('unanswered: by a rule');
    expect(wordsOf(null)).not.toMatch(/pass(ed|ing)? (the same share )?on/);
  });
});
