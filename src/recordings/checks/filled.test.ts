import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecording } from '../formats.ts';
import { checkRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-filled-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Planted {
  /** Every how many items the confidence is 0. */
  readonly every: number;
  /** Share of these answers that is right, in twelfths. */
  readonly right: number;
  /** Confidence of the other items. */
  readonly other?: (item: number) => number | string;
  /** Whether an answer with another confidence is right; absent: two of three are. */
  readonly isOtherRight?: (item: number) => boolean;
}

/** Returns the checks of confidences of 120 items. */
async function findings({
  every,
  right,
  other = (item) => 0.5 + (item % 40) / 100,
  isOtherRight = (item) => item % 3 > 0,
}: Planted) {
  const lines = Array.from({ length: 120 }, (_, item) => {
    const isZero = item % every === 0;
    const isRight = isZero ? (5 * (item / every)) % 12 < right : isOtherRight(item);
    return `q${item},${Number(isRight)},${isZero ? 0 : other(item)}`;
  });
  const file = join(folder, 'answers.csv');
  writeFileSync(file, ['item_id,is_correct,confidence', ...lines].join('\n'));
  const found = checkRecordings([await readRecording(file)]);
  return found.filter(({ check }) => check === 'filled values' || check === 'other confidence');
}

async function zeros(planted: Planted) {
  return (await findings(planted)).find(({ check }) => check === 'filled values');
}

describe('stated zeros', () => {
  it('are named where their answers are right about as often as others, with what they change', async () => {
    const found = await zeros({ every: 5, right: 8 });
    expect(found?.found).toBe(
      '24 of 120 stated confidences are 0, and 16 of these answers are right: 0 may stand for no statement',
    );
    expect(found?.effect).toMatch(/^they count as stated \(AUROC 0\.\d\d, and 0\.\d\d without them\)/);
    expect([found?.rows.length, found?.changesRows]).toEqual([24, false]);
  });

  it.each<[string, Planted]>([
    ['whose answers are wrong', { every: 5, right: 0 }],
    ['of which few answers are right', { every: 5, right: 2 }],
    ['on few items', { every: 15, right: 12 }],
    ['beside one other value, which are decisions', { every: 5, right: 8, other: () => 1 }],
    ['of which half are right, which may be chance', { every: 5, right: 6 }],
    ['as frequent as the other tenths', { every: 11, right: 8, other: (item) => (item % 11) / 10 }],
    ['as frequent as the other quarters', { every: 5, right: 8, other: (item) => (1 + (item % 4)) / 4 }],
    ['as frequent as the other halves', { every: 5, right: 8, other: (item) => (1 + (item % 2)) / 2 }],
    ['as frequent as 0.05', { every: 5, right: 8, other: (item) => (item % 6 === 1 ? 0.05 : 0.9) }],
    ['right less often than others', { every: 2, right: 6, isOtherRight: (item) => item % 10 > 1 }],
    ['always right beside others, as probabilities of an error are', { every: 5, right: 12 }],
  ])('are statements: %s', async (_, planted) => {
    expect(await zeros(planted)).toBeUndefined();
  });

  it('are named where they are right more often than the next values, and less often than all others', async () => {
    const other = (item: number) => (item % 4 === 0 ? 0.05 + (item % 7) / 100 : 0.8 + (item % 9) / 100);
    expect(await zeros({ every: 5, right: 8, other, isOtherRight: (item) => item % 4 > 0 })).toBeDefined();
  });

  it('are named once in a column of probabilities of an error: as the opposite', async () => {
    const planted = { every: 2, right: 12, other: (item: number) => [0.1, 0.3, 0.6, 0.8, 0.9][item % 5] ?? 0 };
    const found = await findings({ ...planted, isOtherRight: (item) => item % 4 === 1 });
    expect(found.map(({ check }) => check)).toEqual(['other confidence']);
  });
});
