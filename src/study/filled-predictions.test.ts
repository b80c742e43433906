import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import { type AnsweredPrediction, filledValue } from './filled-predictions.ts';

const random = seededRandom('filled predictions');
const truthOf = () => {
  const at = random();
  return at < 0.7 ? 'yes' : at < 0.95 ? 'no' : at < 0.98 ? 'maybe' : 'never';
};
const values = ['yes', 'no', 'maybe', 'never'];

/** Returns predictions of 300 items that are right in a share, with even errors, of which some are changed. */
function predicted(accuracy: number, change = (value: string, _item: number) => value): AnsweredPrediction[] {
  return Array.from({ length: 300 }, (_, item) => {
    const truth = truthOf();
    const others = values.filter((each) => each !== truth);
    const value = random() < accuracy ? truth : (others[Math.floor(random() * others.length)] as string);
    return { value: change(value, item), truth, item };
  });
}

describe('filledValue', () => {
  it('finds a rare value that was written into many rows, and counts the right ones', () => {
    const rows = predicted(0.7, (value, item) => (item % 5 === 0 ? 'never' : value));
    expect(filledValue(rows, 'yes')).toMatchObject({ value: 'never', right: expect.any(Number) });
  });

  it('has no doubt about even errors, which predict rare values too often: with knowledge, and with none', () => {
    for (const accuracy of [0.9, 0.6, 0.25])
      for (let set = 0; set < 50; set += 1) expect(filledValue(predicted(accuracy), 'yes')).toBeNull();
  });

  it('has no doubt about a value that is often right, is on few items or is the constant', () => {
    expect(
      filledValue(
        predicted(0.9, (value, item) => (item % 4 === 0 ? 'no' : value)),
        'yes',
      ),
    ).toBeNull();
    expect(
      filledValue(
        predicted(1, (value, item) => (item % 40 === 0 ? 'never' : value)),
        'yes',
      ),
    ).toBeNull();
    expect(
      filledValue(
        predicted(0.7, (value, item) => (item % 3 === 0 ? 'yes' : value)),
        'yes',
      ),
    ).toBeNull();
  });

  it('has no doubt about the rarer of two values, which has no other value to be compared with', () => {
    const rows = predicted(0.5).map(({ value, ...row }) => ({
      ...{ ...row, truth: row.item === 0 ? 'no' : 'yes', value: value === 'yes' ? 'yes' : 'no' },
    }));
    expect(filledValue(rows, 'yes')).toBeNull();
  });
});
