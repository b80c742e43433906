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
  /** Every how many of these answers is right; null: none. */
  readonly right: number | null;
  /** Confidence of the other items. */
  readonly other?: (item: number) => number | string;
}

/** Returns the findings on the stated zeros of 120 items, of which others are right on two of three. */
async function zeros({ every, right, other = (item) => 0.5 + (item % 40) / 100 }: Planted) {
  const lines = Array.from({ length: 120 }, (_, item) => {
    const isZero = item % every === 0;
    const isRight = isZero ? right !== null && (item / every) % right === 0 : item % 3 > 0;
    return `q${item},${Number(isRight)},${isZero ? 0 : other(item)}`;
  });
  const file = join(folder, 'answers.csv');
  writeFileSync(file, ['item_id,is_correct,confidence', ...lines].join('\n'));
  return checkRecordings([await readRecording(file)]).find(({ check }) => check === 'filled values');
}

describe('stated zeros', () => {
  it('are named where their answers are right about as often as others, with what they change', async () => {
    const found = await zeros({ every: 5, right: 2 });
    expect(found?.found).toBe(
      '24 of 120 stated confidences are 0, and 12 of these answers are right: 0 may stand for no statement',
    );
    expect(found?.effect).toMatch(/^they count as stated \(AUROC 0\.\d\d, and 0\.\d\d without them\)/);
    expect([found?.rows.length, found?.changesRows]).toEqual([24, false]);
  });

  it.each<[string, Planted]>([
    ['whose answers are wrong', { every: 5, right: null }],
    ['of which few answers are right', { every: 5, right: 6 }],
    ['on few items', { every: 15, right: 1 }],
    ['beside one other value, which are decisions', { every: 5, right: 1, other: () => 1 }],
  ])('are statements: %s', async (_, planted) => {
    expect(await zeros(planted)).toBeUndefined();
  });
});
