import { experimentNamed } from '../experiments/registry.ts';
import { policies } from '../score/policy.ts';
import { clusterBootstrapAll, fewestClusters } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/intervals.ts';
import { normalisedSkill } from '../stats/noise.ts';
import { totalsOf } from '../stats/resample.ts';
import { absencesOf } from './absence.ts';
import type { Group } from './accumulate.ts';
import { allAlike } from './all-alike.ts';
import type { Estimate } from './estimate.ts';
import type { Measure } from './measure.ts';
import { selfExecutionScores } from './self-execution-score.ts';
import { clustersWith, type EstimateOptions, level, methodOf, type Sums, sumsOf } from './sums.ts';

export { level, sumsOf } from './sums.ts';

/** Every measure of every group under the three policies, and the paper's self-execution score of every model. */
export function estimatesOf(groups: readonly Group[], options: EstimateOptions): readonly Estimate[] {
  return [...groups.flatMap((group) => groupEstimates(group, options)), ...selfExecutionScores(groups, options)];
}

/** Two policies that count alike share their tallies, and so their resamples. */
function groupEstimates(group: Group, options: EstimateOptions): readonly Estimate[] {
  const experiment = experimentNamed(options.experiments, group.experiment);
  const known = new Map<Sums['clusters'], readonly Drawn[]>();
  return policies.flatMap((policy) => {
    const sums = sumsOf(group, policy, experiment);
    const intervals = known.get(sums.clusters) ?? intervalsOf(sums, experiment.measures, options.seed);
    known.set(sums.clusters, intervals);
    return estimatesUnder(group, { measures: experiment.measures, sums, options }, intervals);
  });
}

interface Measured {
  readonly measures: readonly Measure[];
  readonly sums: Sums;
  readonly options: EstimateOptions;
}

/** Measures of a group's sums under one policy. */
export function estimatesUnder(
  group: Group,
  { measures, sums, options }: Measured,
  intervals: readonly Drawn[] = intervalsOf(sums, measures, options.seed),
): readonly Estimate[] {
  const totals = totalsOf([...sums.clusters.values()]);
  const withFailures = totalsOf([...sums.withFailures.values()]);
  const repeated = measures.some(({ ceiling }) => (ceiling?.(totals) ?? null) !== null);
  return measures.map((measure, index) => {
    const drawn = intervals[index] ?? { interval: null, room: null };
    const estimate = estimateOf(group, measure, { sums, totals, withFailures, ...drawn, options });
    return { ...estimate, absent: absencesOf(estimate, { measure, repeated }) };
  });
}

interface Drawn {
  /** Of the value. */
  readonly interval: Interval | null;
  /** Of how far the ceiling lies above the base rate. */
  readonly room: Interval | null;
}

function intervalsOf({ clusters }: Sums, measures: readonly Measure[], seed: number): readonly Drawn[] {
  const values = (totals: ArrayLike<number>) => [
    ...measures.map((measure) => measure.value(totals)),
    ...measures.map((measure) => roomOf(measure, totals)),
  ];
  const found = clusterBootstrapAll({ clusters: [...clusters.values()], values, seed, level });
  return measures.map((_, index) => ({
    interval: found[index] ?? null,
    room: found[measures.length + index] ?? null,
  }));
}

function roomOf({ baseRate, ceiling }: Measure, totals: ArrayLike<number>): number | null {
  if (baseRate === undefined || ceiling === undefined) return null; // known without a look at each resample
  const [base, top] = [baseRate(totals), ceiling(totals)];
  return base === null || top === null ? null : top - base;
}

interface Counted extends Drawn {
  readonly sums: Sums;
  readonly totals: Float64Array;
  /** Totals of `sums.withFailures`. */
  readonly withFailures: Float64Array;
  readonly options: EstimateOptions;
}

function estimateOf(group: Group, measure: Measure, counted: Counted): Estimate {
  const { sums, totals, withFailures, options, ...drawn } = counted;
  const tallies = [...sums.clusters.values()];
  const clusters = clustersWith(measure, tallies);
  const value = measure.value(totals);
  const interval = clusters < fewestClusters(level) ? null : (drawn.interval ?? allAlike(measure, value, tallies));
  const n = measure.n(totals);
  const isEmpty = value === null && n === 0; // a base rate of nothing would pass for a measured one
  const base = isEmpty ? null : (measure.baseRate?.(totals) ?? null);
  const ceiling = measure.ceiling?.(totals) ?? null;
  // Next to nothing to divide by makes skills of any size; where no resample differs, the ceiling is as sure as can be.
  const hasRoom = clusters >= fewestClusters(level) && (drawn.room === null || drawn.room.low > 0);
  const skilled = hasRoom && value !== null && base !== null && ceiling !== null;
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
    method: methodOf(interval, clusters),
    n,
    clusters,
    coverage: sums.coverage,
    base_rate: base,
    item_label: measure.itemLabel?.(totals) ?? null,
    consensus: options.consensus(group, measure),
    ceiling,
    normalised_skill: skilled ? normalisedSkill(value, base, ceiling) : null,
    bounds: measure.bounds?.(withFailures) ?? null,
  };
}
