import type { Scale } from '../../stats/jackknife.ts';
import { mean } from '../../stats/moments.ts';
import { type Claim, missingRule, type PairedScores } from '../../stats/paired.ts';

/** Scores of one side by unit, and the share of each unit's executions that are missing: 1 where the whole score is. */
export interface SideScores {
  readonly scores: readonly (number | null)[];
  readonly lost: readonly number[];
}

/**
 * Returns two sides whose missing executions are at their worst for a claim: the lowest score of the side that is claimed to be
 * better, the highest of the other one, in the share of the unit's executions that are missing. Where both scores are missing,
 * the difference is 0.
 */
export function withMissing(
  a: SideScores,
  b: SideScores,
  scale: Scale,
): Omit<PairedScores, 'cluster' | 'clusters' | 'isAgainstConstant'> {
  const { lowest, highest } = scale;
  return {
    ...{ own: a.scores, other: b.scores, scale },
    worst: (unit, claim: Claim) => {
      const [aWorst, bWorst] = claim === 'higher' ? [lowest, highest] : [highest, lowest];
      const at = ({ scores, lost }: SideScores, worst: number) => {
        const score = scores[unit] ?? null;
        const share = lost[unit] as number;
        return score === null ? worst : (1 - share) * score + share * worst;
      };
      if ((a.scores[unit] ?? null) === null && (b.scores[unit] ?? null) === null) return 0;
      return at(a, aWorst) - at(b, bWorst);
    },
    isPartial: (unit) => [a, b].some(({ scores, lost }) => scores[unit] !== null && (lost[unit] as number) > 0),
    missing: missingRule(mean(a.lost) ?? 0, mean(b.lost) ?? 0),
  };
}

/**
 * Numbers the groups of units again, from 0 in the order of appearance, and counts them. `groups` has the number of each unit's
 * group among all groups of the data.
 */
export function numberGroups(groups: readonly number[]): Pick<PairedScores, 'cluster' | 'clusters'> {
  const numbers = new Int32Array(1 + groups.reduce((most, group) => Math.max(most, group), 0)).fill(-1);
  let clusters = 0;
  const cluster = groups.map((group) => {
    if (numbers[group] === -1) {
      numbers[group] = clusters;
      clusters += 1;
    }
    return numbers[group] as number; // it has one now
  });
  return { cluster, clusters };
}
