import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import { crossFittedItemRule, crossFittedModes, entropyBits, foldOf, itemRule, modeOf } from './item-rule.ts';

const words = ['apple', 'river', 'stone', 'cloud', 'green', 'table'];

/** Returns strings whose value depends on their last word, or on nothing. */
function strings(count: number, learnable: boolean) {
  const random = seededRandom('item rule test');
  return Array.from({ length: count }, (_, number) => {
    const last = words[Math.floor(random() * words.length)] as string;
    const value = learnable ? last : (words[Math.floor(random() * words.length)] as string);
    return { string: `text ${number} ${last}`, value };
  });
}

function accuracy(rows: readonly { value: string }[], guesses: readonly (string | null)[]): number {
  return rows.filter(({ value }, index) => guesses[index] === value).length / rows.length;
}

describe('crossFittedItemRule', () => {
  it('finds a value that the string decides', () => {
    const rows = strings(300, true);
    expect(accuracy(rows, crossFittedItemRule(rows))).toBeGreaterThan(0.95);
  });

  it('scores at chance where the string decides nothing, because no row predicts itself', () => {
    const rows = strings(600, false);
    expect(accuracy(rows, crossFittedItemRule(rows))).toBeLessThan(0.25);
  });

  it('gives the same guesses for the same seed', () => {
    const rows = strings(100, true);
    expect(crossFittedItemRule(rows)).toEqual(crossFittedItemRule(rows));
  });
});

describe('itemRule', () => {
  it('is null without rows, and constant for one value', () => {
    expect(itemRule([], 1)).toBeNull();
    expect(itemRule([{ string: 'a', value: 'x' }], 1)?.('anything')).toBe('x');
  });

  it('predicts frequencies for uninformative strings: the softmax of biases is the share of each value', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ string: '', value: index % 4 === 0 ? 'a' : 'b' }));
    expect(itemRule(rows, 1)?.('')).toBe('b');
  });
});

describe('crossFittedModes', () => {
  it('does not look at the fold of the row', () => {
    const own = Array.from({ length: 200 }, (_, number) => `s${number}`);
    const inFold = own.filter((string) => foldOf(string) === 0).map((string) => ({ string, value: 'own' }));
    const others = own
      .filter((string) => foldOf(string) !== 0)
      .slice(0, 10)
      .map((string) => ({ string, value: 'other' }));
    const modes = crossFittedModes([...inFold, ...others]);
    expect(inFold.length).toBeGreaterThan(10);
    expect(modes.slice(0, inFold.length).every((mode) => mode === 'other')).toBe(true);
  });
});

describe('modes and entropy', () => {
  it('takes the most frequent value, the first on ties', () => {
    expect(modeOf(['b', 'a', 'a', 'b'])).toBe('b');
    expect(modeOf([])).toBeNull();
  });

  it('is 1 bit for a fair coin and 0 for one value', () => {
    expect(entropyBits(['a', 'b', 'a', 'b'])).toBe(1);
    expect(entropyBits(['a', 'a'])).toBe(0);
    expect(entropyBits([])).toBeNull();
    // scipy.stats.entropy([3, 2, 1], base=2) = 1.4591479170272448
    expect(entropyBits(['a', 'a', 'a', 'b', 'b', 'c'])).toBeCloseTo(1.4591479170272448, 12);
  });
});
