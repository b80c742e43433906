import { describe, it } from 'vitest';
import { isAboveZero, isBelowZero } from '../../src/stats/jackknife.ts';
import { behaviorChange } from '../../src/study/analyses/behavior-change.ts';
import type { ShiftRow } from '../../src/study/analyses/rows.ts';
import { type Random, randomInteger, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { repeats } from './simulate.ts';

/** What the predictions of the shifted model describe, and how often the behavior changes permanently. */
interface ShiftWorld {
  readonly follows: boolean;
  readonly changes: number;
}

const groups = ['animals × first-word', 'words × last-character', 'choice-pairs × letter'];
/** Probability that the executions give an unusual value, and that a prediction gives the usual one. */
const noise = 0.15;
const skill = 0.6;

function anyValue(random: Random): string {
  return `v${randomInteger(random, 6)}`;
}

function shiftRows({ follows, changes }: ShiftWorld, seed: number): readonly ShiftRow[] {
  const random = seededRandom('shift', seed);
  const observed = (usual: string) => (random() < noise ? anyValue(random) : usual);
  const predicted = (usual: string) => (random() < skill ? usual : anyValue(random));
  return Array.from({ length: 150 }, (_, string) => string).flatMap((string) =>
    groups.map((group): ShiftRow => {
      const old = anyValue(random);
      const now = random() < changes ? anyValue(random) : old;
      return {
        target: 'ann',
        property: group,
        group,
        cluster: `string ${string}`,
        binary: false,
        before: observed(old),
        beforeAgain: observed(old),
        after: observed(now),
        shifted: predicted(follows ? now : old),
        unshifted: predicted(old),
      };
    }),
  );
}

describe('behaviorChange', () => {
  it('finds tracking below 0, and no difference from the unshifted model, in predictions that ignore the shift', () => {
    const [below, covers] = [
      new PrintedTally('ignores the shift: tracking below 0'),
      new PrintedTally('ignores the shift: difference in differences covers 0'),
    ];
    for (let seed = 0; seed < repeats(15, 1_000); seed += 1) {
      const [change] = behaviorChange(shiftRows({ follows: false, changes: 0.5 }, seed), 'training');
      const [low, high] = change!.differenceInDifferences.interval!;
      below.add(isBelowZero(change!.tracking));
      covers.add(low <= 0 && high >= 0);
    }
    below.expectRate(0.95, 1);
    covers.expectNominalCoverage();
  });

  it('finds tracking above 0, and a difference from the unshifted model, in predictions that follow the shift', () => {
    const [tracks, differs] = [
      new PrintedTally('follows the shift: tracking above 0'),
      new PrintedTally('follows the shift: difference in differences above 0'),
    ];
    for (let seed = 0; seed < repeats(6, 500); seed += 1) {
      const [change] = behaviorChange(shiftRows({ follows: true, changes: 0.5 }, seed), 'training');
      tracks.add(isAboveZero(change!.tracking));
      differs.add(isAboveZero(change!.differenceInDifferences));
    }
    tracks.expectRate(0.95, 1);
    differs.expectRate(0.95, 1);
  });

  it('covers 0 beyond the noise floor, and has no tracking, where only noise changes', () => {
    const [covers, silent] = [
      new PrintedTally('noise only: beyond the floor covers 0'),
      new PrintedTally('noise only: no tracking'),
    ];
    for (let seed = 0; seed < repeats(15, 1_000); seed += 1) {
      const [change] = behaviorChange(shiftRows({ follows: true, changes: 0 }, seed), 'training');
      const [low, high] = change!.beyondNoise.interval!;
      covers.add(low <= 0 && high >= 0);
      silent.add(change!.tracking.value === null);
    }
    covers.expectNominalCoverage();
    silent.expectRate(0.95, 1);
  });
});
