import { expect, it } from 'vitest';
import { noiseCorrectedSkill, noiseFloor, noiseTally, normalizedSkill } from './noise-ceiling.ts';

it('follows the definition by hand: two items, K = 4', () => {
  const tally = noiseTally([
    { prediction: 0.5, share: 0.75, runs: 4 },
    { prediction: 0.25, share: 0, runs: 4 },
  ]);
  const floor = (4 / 3) * 0.75 * 0.25;
  const brier = (0.25 ** 2 + 0.1875 + 0.0625) / 2;
  const variance = 2 * 0.375 ** 2; // sample variance of 0.75 and 0
  expect(noiseFloor(tally)).toBeCloseTo(floor / 2, 12);
  expect(noiseCorrectedSkill(tally)).toBeCloseTo(1 - (brier - floor / 2) / (variance - floor / 2 / 4), 12);
});

it('ignores items with one execution, and is null where nothing remains', () => {
  const once = noiseTally([{ prediction: 0.5, share: 1, runs: 1 }]);
  expect([...once]).toEqual([0, 0, 0, 0, 0, 0]);
  expect([noiseFloor(once), noiseCorrectedSkill(once)]).toEqual([null, null]);
});

it('is null where items do not differ beyond noise', () => {
  const same = [0.2, 0.9].map((prediction) => ({ prediction, share: 0.5, runs: 2 }));
  expect(noiseCorrectedSkill(noiseTally(same))).toBeNull();
});

it('normalises between a baseline and a re-execution above it', () => {
  expect(normalizedSkill(0.7, 0.5, 0.9)).toBeCloseTo(0.5, 12);
  expect(normalizedSkill(0.4, 0.5, 0.9)).toBeCloseTo(-0.25, 12);
  expect(normalizedSkill(0.7, 0.9, 0.9)).toBeNull();
});
