import type { Coverage } from '../../domain/estimate.ts';
import type { Measure } from '../../domain/measure.ts';
import type { Policy, TallyPolicy } from '../../domain/policy.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Clusters, Group } from '../accumulate.ts';
import type { BaseRates } from './cross-fitted-base.ts';

export interface EstimateOptions {
  readonly experiments: Experiments;
  /** Base rates to share; absent: computed for these estimates alone. */
  readonly baseRates?: BaseRates;
  /** Returns the score of other models' behavior as the prediction; null where it is not available. */
  readonly otherModels: (group: Group, measure: Measure) => number | null;
}

/** Sums of one group under one policy, with their coverage. */
export interface Sums {
  readonly policy: Policy;
  readonly clusters: Clusters;
  /** Tallies of the same units with failures counted as wrong, for the worst and best case. */
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

/**
 * Returns the number of clusters with units of a measure: an interval needs several, and the others do not affect its
 * value.
 */
export function clustersWith({ n }: Measure, tallies: readonly ArrayLike<number>[]): number {
  return tallies.reduce((sum, tally) => sum + Number(n(tally) > 0), 0);
}
