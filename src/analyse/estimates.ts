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

/** Two policies that count alike share their tallies, and so what is made of them. */
function groupEstimates(group: Group, options: EstimateOptions): readonly Estimate[] {
  const experiment = experimentNamed(options.experiments, group.experiment);
  const { measures } = experiment;
  const known = new Map<Sums['clusters'], Summed>();
  return policies.flatMap((policy) => {
    const sums = sumsOf(group, policy, experiment);
    const summed = known.get(sums.clusters) ?? summedOf(sums, measures, options.seed);
    known.set(sums.clusters, summed);
    return estimatesUnder(group, { measures, sums, options }, summed);
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
  summed: Summed = summedOf(sums, measures, options.seed),
): readonly Estimate[] {
  const { totals } = summed;
  const isSame = sums.withFailures === sums.clusters;
  const withFailures = isSame ? totals : totalsOf([...sums.withFailures.values()]);
  const repeated = measures.some(({ ceiling }) => (ceiling?.(totals) ?? null) !== null);
  return measures.map((measure, index) => {
    const drawn = summed.drawn[index] ?? { clusters: 0, interval: null, room: null };
    const estimate = estimateOf(group, measure, { sums, summed, withFailures, ...drawn, options });
    return { ...estimate, absent: absencesOf(estimate, { measure, repeated }) };
  });
}

/** What is made of the tallies of one policy, whatever the policy is called. */
interface Summed {
  readonly tallies: readonly Float64Array[];
  readonly totals: Float64Array;
  /** By measure. */
  readonly drawn: readonly Drawn[];
}

interface Drawn {
  /** That have units of the measure. */
  readonly clusters: number;
  /** Of the value. */
  readonly interval: Interval | null;
  /** Of how far the ceiling lies above the base rate. */
  readonly room: Interval | null;
}

function summedOf({ clusters }: Pick<Sums, 'clusters'>, measures: readonly Measure[], seed: number): Summed {
  const tallies = [...clusters.values()];
  const totals = totalsOf(tallies);
  const values = (sums: ArrayLike<number>) => [
    ...measures.map((measure) => measure.value(sums)),
    ...measures.map((measure) => roomOf(measure, sums)),
  ];
  const found = clusterBootstrapAll({ clusters: tallies, totals, values, seed, level });
  const held = new Map<Measure['n'], number>(); // many measures are of the same units
  const drawn = measures.map((measure, index) => {
    const having = held.get(measure.n) ?? clustersWith(measure, tallies);
    held.set(measure.n, having);
    return { clusters: having, interval: found[index] ?? null, room: found[measures.length + index] ?? null };
  });
  return { tallies, totals, drawn };
}

function roomOf({ baseRate, ceiling }: Measure, totals: ArrayLike<number>): number | null {
  if (baseRate === undefined || ceiling === undefined) return null; // known without a look at each resample
  const [base, top] = [baseRate(totals), ceiling(totals)];
  return base === null || top === null ? null : top - base;
}

interface Counted extends Drawn {
  readonly sums: Sums;
  readonly summed: Summed;
  /** Totals of `sums.withFailures`. */
  readonly withFailures: Float64Array;
  readonly options: EstimateOptions;
}

function estimateOf(group: Group, measure: Measure, counted: Counted): Estimate {
  const { sums, summed, withFailures, options, ...drawn } = counted;
  const { tallies, totals } = summed;
  const { clusters } = drawn;
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
