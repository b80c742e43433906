import type { Measure } from '../../domain/measure.ts';
import type { Policy, UnitPolicy } from '../../domain/policy.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Coverage, Estimate } from '../../results/estimate.ts';
import { ratio } from '../../stats/moments.ts';
import { rememberedFor } from '../../util/remembered.ts';
import type { Clusters, Group } from './accumulate.ts';

export interface EstimateOptions {
  readonly experiments: Experiments;
  /** Returns the score of other models' behavior as the prediction; null where it is not available. */
  readonly otherModels: (group: Group, measure: Measure) => number | null;
}

/** PolicySums of one group under one policy, with their coverage. */
export interface PolicySums {
  readonly policy: Policy;
  readonly clusters: Clusters;
  /** PolicySums of the same units with failures counted as wrong, for the worst and best case. */
  readonly withFailures: Clusters;
  readonly coverage: Coverage;
}

export function policySums(group: Group, policy: Policy, experiment: Experiment): PolicySums {
  const unitPolicy: UnitPolicy = policy === 'published' ? experiment.publishedPolicy : policy;
  const reader = policy === 'published' && group.recorded.parsed.size > 0 ? 'recorded' : 'own';
  return {
    policy,
    clusters: group[reader][unitPolicy],
    withFailures: group[reader]['failures-wrong'],
    coverage: group.coverage[reader],
  };
}

/**
 * Returns the number of clusters with units of a measure: an interval needs several, and the others do not affect its
 * value.
 */
export function clustersWith({ n }: Measure, clusters: readonly ArrayLike<number>[]): number {
  const hasUnits = rememberedFor((cluster: ArrayLike<number>) => n(cluster) > 0); // clusters may share their sums
  return clusters.reduce((sum, cluster) => sum + Number(hasUnits(cluster)), 0);
}

/** Returns the units of several coverages together. */
export function mergedCoverage(coverage: readonly Coverage[]): Coverage {
  const lost: Record<string, number> = {};
  for (const part of coverage) {
    for (const [why, count] of Object.entries(part.lost)) lost[why] = (lost[why] ?? 0) + count;
  }
  return {
    units: coverage.reduce((sum, { units }) => sum + units, 0),
    usable: coverage.reduce((sum, { usable }) => sum + usable, 0),
    lost,
  };
}

/** Returns the share of usable units, or of a given number of them, in [0, 1]; 0 for no units. */
export function shareOfUnits({ usable, units }: Coverage, count: number = usable): number {
  return ratio(count, units) ?? 0;
}

/** Returns the headline measure of an experiment, its first one; null without estimates. Estimates come in this order. */
export function headlineOf(estimates: readonly Estimate[], experiment: string): string | null {
  return estimates.find((estimate) => estimate.experiment === experiment)?.measure ?? null;
}

/** Returns whether no prediction was asked, as in logs without a stated confidence: there is no score, and nothing is missing. */
export function isNotPredicted({ coverage: { units, usable, lost } }: Pick<Estimate, 'coverage'>): boolean {
  const reasons = Object.keys(lost);
  return units > 0 && usable === 0 && reasons.length > 0 && reasons.every((reason) => reason.endsWith(': not-asked'));
}
