import type { Measure } from '../../domain/measure.ts';
import { policies } from '../../domain/policy.ts';
import { experimentNamed } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';
import { level } from '../../stats/intervals.ts';
import { minIntervalClusters, totalsOf } from '../../stats/jackknife.ts';
import { absencesOf } from './absence.ts';
import type { Group } from './accumulate.ts';
import { type MeasuredInterval, measured, measureIntervals, type Summed, tooFew } from './measure-intervals.ts';
import { selfExecutionScores } from './self-execution-score.ts';
import { clustersWith, type EstimateOptions, type PolicySums, policySums } from './sums.ts';

/** Returns every measure of every group under the three policies, and the paper's self-execution score of every model. */
export function estimateGroups(groups: readonly Group[], options: EstimateOptions): readonly Estimate[] {
  // Categorical outcomes are averaged over groups of task and property: see `CategoricalPoints`.
  const summed = groups.filter(({ kind }) => kind !== 'categorical');
  return [...summed.flatMap((group) => groupEstimates(group, options)), ...selfExecutionScores(groups, options)];
}

/** Returns a group's estimates. Two policies that count alike share their sums and the results computed from them. */
function groupEstimates(group: Group, options: EstimateOptions): readonly Estimate[] {
  const experiment = experimentNamed(options.experiments, group.experiment);
  const measures = experiment.measures.filter(({ kind }) => kind === group.kind);
  const known = new Map<PolicySums['clusters'], SumResults>();
  return policies.flatMap((policy) => {
    const sums = policySums(group, policy, experiment);
    const summed = known.get(sums.clusters) ?? summedOf(sums, measures);
    known.set(sums.clusters, summed);
    return estimatesUnder(group, { measures, sums, options }, summed);
  });
}

interface Measured {
  readonly measures: readonly Measure[];
  readonly sums: PolicySums;
  readonly options: EstimateOptions;
}

/** Returns the measures of a group's sums under one policy. */
export function estimatesUnder(
  group: Group,
  { measures, sums, options }: Measured,
  summed: SumResults = summedOf(sums, measures),
): readonly Estimate[] {
  const { totals } = summed;
  const isSame = sums.withFailures === sums.clusters;
  const withFailures = isSame ? totals : totalsOf([...sums.withFailures.values()]);
  const repeated = measures.some(({ reexecution }) => (reexecution?.(totals) ?? null) !== null);
  return measures.map((measure, index) => {
    const drawn = summed.drawn[index] ?? nothingDrawn;
    const estimate = estimateOf(group, measure, { sums, summed, withFailures, ...drawn, options });
    return { ...estimate, absent: absencesOf(estimate, { measure, repeated }) };
  });
}

const nothingDrawn: Drawn = { clusters: 0, interval: measured(tooFew(), '') };

/** Results computed from the sums of one policy. */
interface SumResults extends Summed {
  /** Results by measure. */
  readonly drawn: readonly Drawn[];
}

interface Drawn {
  /** Number of clusters with units of the measure. */
  readonly clusters: number;
  /** Interval of the value. */
  readonly interval: MeasuredInterval;
}

function summedOf(sums: Pick<PolicySums, 'clusters'>, measures: readonly Measure[]): SumResults {
  const clusters = [...sums.clusters.values()];
  const totals = totalsOf(clusters);
  const held = new Map<Measure['n'], number>(); // many measures share their units
  const valued = measures.map((measure) => {
    const having = held.get(measure.n) ?? clustersWith(measure, clusters);
    held.set(measure.n, having);
    return { measure, having, value: measure.value(totals) };
  });
  const able = valued.filter(({ having, value }) => value !== null && having >= minIntervalClusters);
  const intervals = measureIntervals(
    able.map(({ measure }) => measure),
    { clusters, totals },
  );
  const drawn = valued.map(
    ({ measure, having }): Drawn => ({
      clusters: having,
      interval: intervals.get(measure) ?? measured(tooFew(), ''),
    }),
  );
  return { clusters, totals, drawn };
}

interface Counted extends Drawn {
  readonly sums: PolicySums;
  readonly summed: SumResults;
  /** Totals of `sums.withFailures`. */
  readonly withFailures: Float64Array;
  readonly options: EstimateOptions;
}

function estimateOf(group: Group, measure: Measure, counted: Counted): Estimate {
  const { sums, summed, withFailures, options, clusters, interval } = counted;
  const { totals } = summed;
  const value = measure.value(totals);
  const n = Math.round(10 * measure.n(totals)) / 10; // shares of executions add up to a whole number with rounding errors
  const isEmpty = value === null && n === 0; // a base rate without units would look measured
  return {
    run: group.run,
    experiment: group.experiment,
    model: group.model,
    condition: group.condition,
    measure: measure.name,
    unit: measure.unit,
    policy: sums.policy,
    value,
    interval: interval.interval,
    level,
    method: interval.method,
    n,
    clusters,
    coverage: sums.coverage,
    baseRate: isEmpty ? null : (measure.baseRate?.(totals) ?? null),
    itemRule: measure.itemRule?.(totals) ?? null,
    otherModels: options.otherModels(group, measure),
    reexecution: measure.reexecution?.(totals) ?? null,
    bounds: measure.bounds?.(withFailures) ?? null,
  };
}
