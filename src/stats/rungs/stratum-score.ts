import type { Numbered, UnitScores } from './unit-scores.ts';

/** Parts that a stratum with many clusters is cut into for cross-fitting; one with fewer leaves out a cluster at a time. */
const maxFolds = 50;

/**
 * Returns the mean score of the best constant answer of each unit's stratum, chosen on the other clusters of the stratum
 * (cross-fitted): what knowing the stratum alone gives. A stratum of one cluster takes the best constant of all. Null without
 * strata.
 */
export function stratumScore<P, Y>({ kind, outcomes }: UnitScores<P, Y>, numbered: Numbered): number | null {
  const { stratum, size, cluster, read } = numbered;
  if (stratum === null || read.length === 0) return null;
  const outcome = (unit: number) => outcomes[unit] as Y; // it was read
  const best = (units: readonly number[]) => kind.best(units.map(outcome)).answer;
  let sum = 0;
  for (const ofSize of Map.groupBy(read, (unit) => size[unit] as number).values()) {
    const common = best(ofSize);
    for (const units of Map.groupBy(ofSize, (unit) => stratum[unit] as number).values()) {
      const clusters = [...new Set(units.map((unit) => cluster[unit] as number))].sort((a, b) => a - b);
      const foldOf = new Map(clusters.map((each, place) => [each, place % Math.min(clusters.length, maxFolds)]));
      const fold = (unit: number) => foldOf.get(cluster[unit] as number);
      for (const [own, held] of Map.groupBy(units, fold)) {
        const others = units.filter((unit) => fold(unit) !== own);
        const answer = others.length === 0 ? common : best(others);
        for (const unit of held) sum += kind.score(answer, outcome(unit));
      }
    }
  }
  return sum / read.length;
}
