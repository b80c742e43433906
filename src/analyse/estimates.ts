import type { Experiment } from '../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import { type Policy, policies } from '../score/policy.ts';
import { clusterBootstrapAll } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/intervals.ts';
import { normalisedSkill } from '../stats/noise.ts';
import { totalsOf } from '../stats/resample.ts';
import type { Clusters, Group } from './accumulate.ts';
import type { Coverage, Estimate } from './estimate.ts';
import type { Measure } from './measure.ts';
import { selfExecutionScores } from './self-execution-score.ts';
import type { TallyPolicy } from './tally.ts';

export interface EstimateOptions {
  readonly experiments: Experiments;
  readonly seed: number;
  /** What other models' behaviour scores as the forecast; null where it cannot be said. */
  readonly consensus: (group: Group, measure: Measure) => number | null;
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

/** Every measure of every group under the three policies, and the paper's self-execution score of every model. */
export function estimatesOf(groups: readonly Group[], options: EstimateOptions): readonly Estimate[] {
  return [
    ...groups.flatMap((group) => policies.flatMap((policy) => groupEstimates(group, policy, options))),
    ...selfExecutionScores(groups, options),
  ];
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

function groupEstimates(group: Group, policy: Policy, options: EstimateOptions): readonly Estimate[] {
  const experiment = experimentNamed(options.experiments, group.experiment);
  const sums = sumsOf(group, policy, experiment);
  const { measures } = experiment;
  const clusters = [...sums.clusters.values()];
  const values = (totals: ArrayLike<number>) => measures.map((measure) => measure.value(totals));
  const intervals = clusterBootstrapAll({ clusters, values, seed: options.seed, level });
  return measures.map((measure, index) =>
    estimateOf(group, measure, { sums, interval: intervals[index] ?? null, options }),
  );
}

function estimateOf(
  group: Group,
  measure: Measure,
  { sums, interval, options }: { sums: Sums; interval: Interval | null; options: EstimateOptions },
): Estimate {
  const totals = totalsOf([...sums.clusters.values()]);
  const value = measure.value(totals);
  const base = measure.baseRate?.(totals) ?? null;
  const ceiling = measure.ceiling?.(totals) ?? null;
  const skilled = value !== null && base !== null && ceiling !== null;
  return {
    run: group.run,
    experiment: group.experiment,
    model: group.model,
    condition: group.condition,
    measure: measure.name,
    unit: measure.unit,
    policy: sums.policy,
    value,
    interval: interval === null ? null : [interval.low, interval.high],
    level,
    method: methodOf(interval, sums.clusters.size),
    n: measure.n(totals),
    clusters: sums.clusters.size,
    coverage: sums.coverage,
    base_rate: base,
    item_label: measure.itemLabel?.(totals) ?? null,
    consensus: options.consensus(group, measure),
    ceiling,
    normalised_skill: skilled ? normalisedSkill(value, base, ceiling) : null,
    bounds: measure.bounds?.(totalsOf([...sums.withFailures.values()])) ?? null,
  };
}

export function methodOf(interval: Interval | null, clusters: number): string {
  if (interval !== null) return `${interval.method}, seed ${interval.seed}`;
  return clusters < 2
    ? 'no interval: fewer than two clusters'
    : 'no interval: nothing varies, or undefined in resamples';
}
