import type { Direction } from '../../results/study-result.ts';
import { totalsOf } from '../../stats/jackknife.ts';
import { type estimating, oneSidedLevel } from './pair-estimates.ts';
import type { pairStatistics } from './pair-statistics.ts';
import { type PairTable, scoreOf } from './pair-table.ts';
import { partsOfLarger, type StudyTest, smallestEffect, type VarianceParts } from './study-power.ts';

const targets = [0, 1] as const;

/** How many times the strings and the trainings of a study the advice on a larger one is about. */
export const largerStudy = { strings: 4, trainings: 2 } as const;

interface PowerInput {
  readonly statistics: ReturnType<typeof pairStatistics>;
  readonly estimates: ReturnType<typeof estimating>;
  /** Directions that are adjusted together. */
  readonly directions: number;
}

/**
 * Returns the smallest advantage, equal in both directions, and the smallest mean gain that 80 % of such studies find, the
 * advantage also in larger studies. An advantage passes the tests of both directions (Holm, all others being equal), with
 * missing predictions at their worst, and those of I and of E, whose error is that of the determinant over twice the mean gain.
 */
export function powerOfPair(pair: PairTable, { statistics, estimates, directions }: PowerInput) {
  const { estimateOf, partsOf } = estimates;
  const gain = estimateOf(statistics.meanGain).value;
  const totals = totalsOf(pair.table.clusters);
  const ofE = gain === null || !(gain > 0) ? null : scaled(partsOf(statistics.determinant), 1 / (2 * gain));
  const alone = { level: oneSidedLevel, shift: 0 };
  const tests = [
    ...targets.map((target) => {
      const statistic = hasMissing(pair, target) ? statistics.worst[target].above : statistics.plain[target];
      const shift = (statistics.plain[target](totals) ?? 0) - (statistic(totals) ?? 0);
      const levels = { level: oneSidedLevel / (directions - 1), firstLevel: oneSidedLevel / directions };
      return { parts: partsOf(statistic), ...levels, shift };
    }),
    { parts: partsOf(statistics.doubleDifference), ...alone },
    { parts: ofE, ...alone },
  ];
  const effect = (growth: Parameters<typeof partsOfLarger>[1]) => {
    const known = tests.flatMap(({ parts, ...test }): readonly StudyTest[] =>
      parts === null ? [] : [{ ...test, parts: partsOfLarger(parts, growth) }],
    );
    return known.length < tests.length ? null : smallestEffect(known);
  };
  const ofGain = partsOf(statistics.meanGain);
  return {
    advantage: effect({ strings: 1, trainings: 1 }),
    withStrings: effect({ strings: largerStudy.strings, trainings: 1 }),
    withTrainings: effect({ strings: 1, trainings: largerStudy.trainings }),
    gain: ofGain === null ? null : smallestEffect([{ parts: ofGain, ...alone }]),
  };
}

/** Returns the variance of a statistic times a constant. */
function scaled(parts: VarianceParts | null, by: number): VarianceParts | null {
  if (parts === null) return null;
  const times = ({ variance, df }: VarianceParts['strings']) => ({ variance: variance * by ** 2, df });
  return { strings: times(parts.strings), trainings: parts.trainings.map(times) };
}

/** Returns whether predictions of either model about a target are missing; 1e-12 is the round-off of their mean. */
export function hasMissing(pair: PairTable, target: 0 | 1): boolean {
  const { own, other } = readShares(pair, target) ?? { own: 1, other: 1 };
  return 1 - Math.min(own, other) > 1e-12;
}

/** Returns the shares of predictions about a target that could be read, of its own model and of the other; null without predictions. */
export function readShares({ table }: PairTable, target: 0 | 1): Direction['read'] {
  const totals = totalsOf(table.clusters);
  const [own, other] = [scoreOf.ownRead, scoreOf.otherRead].map((score) => table.micro(totals, target, score));
  return own == null || other == null ? null : { own, other };
}
