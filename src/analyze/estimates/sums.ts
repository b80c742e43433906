import type { Coverage } from '../../domain/estimate.ts';
import type { Measure } from '../../domain/measure.ts';
import type { Policy } from '../../domain/policy.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { TallyPolicy } from '../../measures/tally-policy.ts';
import type { Interval } from '../../stats/basic/intervals.ts';
import { fewestClusters } from '../../stats/resampling/bootstrap.ts';
import type { Clusters, Group } from '../accumulate.ts';

export interface EstimateOptions {
  readonly experiments: Experiments;
  readonly seed: number;
  /** What other models' behaviour scores as the forecast; null where it cannot be said. */
  readonly other_models: (group: Group, measure: Measure) => number | null;
}

export const level = 0.95;

/** Sums of one group under one policy, with the coverage that goes with them. */
export interface Sums {
  readonly policy: Policy;
  readonly clusters: Clusters;
  /** The same units with failures counted as wrong, for the worst and best case. */
  readonly withFailures: Clusters;
  readonly coverage: Coverage;
}

export function sumsOf(group: Group, policy: Policy, experiment: Experiment): Sums {
  const tallyPolicy: TallyPolicy = policy === 'published' ? experiment.publishedPolicy : policy;
  const reader = policy === 'published' && group.recorded.parsed.size > 0 ? 'recorded' : 'own';
  return {
    policy,
    clusters: group[reader][tallyPolicy],
    withFailures: group[reader]['failures-wrong'],
    coverage: group.coverage[reader],
  };
}

/** Clusters that have units of a measure: an interval takes several, and the others have no part in its value. */
export function clustersWith({ n }: Measure, tallies: readonly ArrayLike<number>[]): number {
  return tallies.reduce((sum, tally) => sum + Number(n(tally) > 0), 0);
}

/** How an interval was made, or why there is none. */
export function methodOf(interval: Interval | null, clusters: number): string {
  if (interval !== null) return interval.method + (interval.seed === null ? '' : `, seed ${interval.seed}`);
  return clusters < fewestClusters(level)
    ? `no interval: fewer than ${fewestClusters(level)} groups`
    : 'no interval: all groups have the same value, or over 5 % of resamples have none';
}
