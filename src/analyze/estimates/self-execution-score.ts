import type { Measure } from '../../domain/measure.ts';
import { type Policy, policies } from '../../domain/policy.ts';
import { experimentNamed, scoreExperiments } from '../../experiments/registry.ts';
import type { Coverage, Estimate } from '../../results/estimate.ts';
import { level } from '../../stats/intervals.ts';
import { jackknifeAll, minIntervalClusters, PlacedTally, tBounds, totalsOf } from '../../stats/jackknife.ts';
import { mean } from '../../stats/moments.ts';
import { absencesOf } from './absence.ts';
import type { Group } from './accumulate.ts';
import { measured, tooFew } from './measure-intervals.ts';
import { clustersWith, type EstimateOptions, mergedCoverage, sumsOf } from './sums.ts';

/** Returns the paper's score, the mean of the three experiments' headline accuracies, for models that have all three. */
export function selfExecutionScores(groups: readonly Group[], options: EstimateOptions): readonly Estimate[] {
  const names = scoreExperiments(options.experiments).map(({ name }) => name);
  if (names.length === 0) return []; // a score of no experiment
  const models = [...new Set(groups.map(({ model }) => model))];
  return models.flatMap((model) => {
    const own = groups.filter((group) => group.model === model);
    return triples(own, names).flatMap((parts) => policies.map((policy) => scoreOf(parts, policy, options)));
  });
}

/** Returns the three experiments of one run and condition set, or of several runs that each ran one experiment. */
function triples(groups: readonly Group[], names: readonly string[]): readonly (readonly Group[])[] {
  const complete = (parts: readonly Group[]) =>
    parts.length === names.length && names.every((name) => parts.some(({ experiment }) => experiment === name));
  const paper = groups.filter(({ experiment }) => names.includes(experiment));
  const within = [...new Set(paper.map(({ run }) => run))]
    .map((run) => paper.filter((group) => group.run === run))
    .filter(complete);
  if (within.length > 0) return within;
  return complete(paper) ? [paper] : [];
}

interface Part {
  readonly headline: Measure | undefined;
  /** Offset of the experiment's columns in the joined tallies. */
  readonly offset: number;
  readonly width: number;
  readonly clusters: readonly Float64Array[];
  readonly coverage: Coverage;
}

function partsOf(groups: readonly Group[], policy: Policy, options: EstimateOptions): readonly Part[] {
  let offset = 0;
  return groups.map((group) => {
    const experiment = experimentNamed(options.experiments, group.experiment);
    const sums = sumsOf(group, policy, experiment);
    const clusters = [...sums.clusters.values()];
    const width = clusters[0]?.length ?? 0;
    offset += width;
    return {
      headline: experiment.measures.find(({ name }) => name === experiment.selfExecutionMeasure),
      offset: offset - width,
      width,
      clusters,
      coverage: sums.coverage,
    };
  });
}

function scoreOf(groups: readonly Group[], policy: Policy, options: EstimateOptions): Estimate {
  const parts = partsOf(groups, policy, options);
  const clusters = joined(parts);
  const value = (totals: Float64Array) => meanOf(parts, totals, 'value');
  const held = parts.map((part) => (part.headline === undefined ? 0 : clustersWith(part.headline, part.clusters)));
  const least = Math.min(...held);
  const totals = Float64Array.from(parts.flatMap((part) => [...totalsOf(part.clusters)]));
  const [jackknifed = null] = jackknifeAll(clusters, (sums) => [value(sums)], { totals, ...readsOf(parts) });
  const has = value(totals) !== null;
  const reexecution = meanOf(parts, totals, 'reexecution');
  const bounds =
    least < minIntervalClusters || jackknifed === null ? tooFew() : tBounds(jackknifed, { lowest: 0, highest: 1 });
  const { interval, method } = measured(bounds, 'jackknife over groups, t');
  const runs = new Set(groups.map(({ run }) => run));
  const estimate: Estimate = {
    run: runs.size === 1 ? (groups[0]?.run ?? null) : null,
    experiment: 'all',
    model: groups[0]?.model ?? '',
    condition: groups.map(({ condition }) => condition).join(' | '),
    measure: 'self_execution_score',
    unit: 'share',
    policy,
    value: value(totals),
    interval,
    level,
    method,
    n: parts.length,
    clusters: held.reduce((sum, count) => sum + count, 0),
    coverage: mergedCoverage(parts.map(({ coverage }) => coverage)),
    baseRate: has ? meanOf(parts, totals, 'baseRate') : null,
    itemRule: null,
    otherModels: null,
    reexecution: has ? reexecution : null,
    bounds: null,
  };
  const rules = { baseRate: () => estimate.baseRate, reexecution: () => reexecution };
  return { ...estimate, absent: absencesOf(estimate, { measure: rules, repeated: reexecution !== null }) };
}

/** Returns the mean over the experiments of their headlines, of their base rates, or of their optima. */
function meanOf(
  parts: readonly Part[],
  totals: Float64Array,
  what: 'value' | 'baseRate' | 'reexecution',
): number | null {
  const scores = parts.map(
    ({ headline, offset, width }) => headline?.[what]?.(totals.subarray(offset, offset + width)) ?? null,
  );
  return selfExecutionScore(scores);
}

/** Returns the paper's summary, the mean of a model's accuracies; null where one of them is absent. */
export function selfExecutionScore(accuracies: readonly (number | null)[]): number | null {
  return accuracies.every((each) => each !== null) ? mean(accuracies) : null;
}

/** Returns the columns that the headlines read, if all of them declare them. */
function readsOf(parts: readonly Part[]): { readonly reads?: readonly number[] } {
  const reads = parts.map(({ headline, offset }) => headline?.reads?.map((index) => offset + index) ?? null);
  return reads.every((places) => places !== null) ? { reads: reads.flat() } : {};
}

/** Joins the tallies of all experiments, so that one jackknife leaves out clusters of all of them. */
function joined(parts: readonly Part[]): readonly PlacedTally[] {
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  return parts.flatMap(({ clusters, offset }) => clusters.map((tally) => new PlacedTally(width, offset, tally)));
}
