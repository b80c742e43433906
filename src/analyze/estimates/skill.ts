import type { Estimate } from '../../domain/estimate.ts';

import { gain, type Measure } from '../../domain/measure.ts';
import { jackknifeAll, minIntervalClusters, tBounds, totalsOf } from '../../stats/jackknife.ts';
import { normalizedSkill } from '../../stats/probability.ts';
import type { CrossFittedBase } from './cross-fitted-base.ts';

const rounding = 1e-9;

export type Skill = Required<Pick<Estimate, 'skill' | 'skillInterval' | 'optimum' | 'skillUpper'>>;

/**
 * Returns (value - base rate) / (optimum - base rate), with the base rate cross-fitted and the upper estimate of the
 * optimum, so that the skill is conservative; `skillUpper` uses the lower estimate. Both are null unless the interval
 * of the lower estimate minus the base rate lies above 0: dividing by almost nothing would give skills of any size.
 */
export function skillOf(measure: Measure, base: CrossFittedBase, tallies: readonly Float64Array[]): Skill {
  const none = { skill: null, skillInterval: null, skillUpper: null } as const;
  const { optimum } = measure;
  if (optimum === undefined || tallies.length === 0) return { ...none, optimum: null };
  const width = tallies[0]?.length ?? 0;
  const wide = tallies.map((tally, cluster) => {
    const row = new Float64Array(width + 2);
    row.set(tally);
    row[width] = base.scores[cluster] as number;
    row[width + 1] = base.weights[cluster] as number;
    return row;
  });
  const values = (totals: Float64Array) => {
    const own = measure.value(totals);
    const [up, down] = [optimum.up(totals), optimum.down(totals)];
    const constant = (totals[width] as number) / (totals[width + 1] as number);
    if (own === null || up === null || down === null || !Number.isFinite(constant)) return [null, null, null];
    return [normalizedSkill(own, constant, up), normalizedSkill(own, constant, down), gain(measure, down, constant)];
  };
  const totals = totalsOf(wide);
  const [up, down] = [optimum.up(totals), optimum.down(totals)];
  const bracket = up === null || down === null ? null : ([down, up] as const);
  if (wide.length < minIntervalClusters || bracket === null) return { ...none, optimum: bracket };
  const [skill = null, ofOthers = null, distance = null] = jackknifeAll(wide, values);
  const spread = distance === null ? null : tBounds(distance);
  // Where no cluster changes it, the distance has no sampling error.
  const isSure =
    spread?.kind === 'known' ? spread.value[0] > rounding : distance?.se === 0 && distance.value > rounding;
  if (!isSure) return { ...none, optimum: bracket };
  const ends = skill === null ? null : tBounds(skill, { lowest: Number.NEGATIVE_INFINITY, highest: 1 });
  return {
    skill: skill?.value ?? null,
    skillInterval: ends?.kind === 'known' ? ends.value : null,
    skillUpper: ofOthers?.value ?? null,
    optimum: bracket,
  };
}
