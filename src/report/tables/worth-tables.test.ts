import { describe, expect, it } from 'vitest';
import type { Worth, WorthGain } from '../../results/worth.ts';
import { worthTable } from './worth-tables.ts';

const gain = (value: number): WorthGain => ({ value, interval: [value - 50, value + 50], p: 0.01 });
const signal = {
  ...{ name: 'own', asks: true, about: 'confidence of a', passedShare: 0.3, verdict: 'worth asking', loses: null },
  ...{ beatsConstants: null, overConstant: gain(111), overRandom: gain(-20) },
};

function tableOf(pass: string | null, signals: readonly object[] = [signal]) {
  const worth = { signals, unit: 'right answers per 1,000 requests', prices: null, keep: 'a', pass };
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

  it('has one word for signals that neither gain nor lose, asked for or free, and explains it', () => {
    const open = { ...signal, verdict: 'not distinguishable' };
    const free = { ...signal, name: 'subject', asks: false, verdict: null, beatsConstants: false, loses: false };
    const { rows, notes = [] } = tableOf('b', [open, free]);
    expect(rows.map((row) => row.at(-1)?.text)).toEqual(['not distinguishable', 'not distinguishable']);
    expect(notes).toContain(
      'not distinguishable: neither a gain nor a loss is shown against the better choice without a signal',
    );
    expect(tableOf('b').notes?.join()).not.toContain('not distinguishable');
  });
});
