import { conditionName } from '../answers/plan/item-task.ts';
import { type Condition, factorsOf } from '../domain/condition.ts';
import type { Measure } from '../domain/measure.ts';
import type { Policy } from '../domain/policy.ts';
import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import type { ConditionDifference, ConditionSpread } from '../results/estimate.ts';
import { isBeyondExchange } from '../stats/beyond-exchange.ts';
import { level } from '../stats/intervals.ts';
import { type ClusterEstimate, jackknifeAll, minIntervalClusters, tBounds, totalsOf } from '../stats/jackknife.ts';
import { mean, sampleVariance } from '../stats/moments.ts';
import { ownValue } from '../util/is-record.ts';
import type { Group } from './estimates/accumulate.ts';
import { type MeasuredInterval, measured, tooFew } from './estimates/measure-intervals.ts';
import { clustersWith, policySums } from './estimates/sums.ts';

type Bounds = readonly [low: number, high: number];

interface SpreadOptions {
  readonly experiments: Experiments;
  /** Returns a run's conditions for an experiment, from its configuration: the factors and levels. */
  readonly conditionsOf: (run: string, experiment: string) => readonly Condition[];
  readonly policy: Policy;
  /** `headlines`: the experiment's first measure, and MCC if it has it. */
  readonly measures: 'headlines' | 'all';
}

/** Returns the spread of every measure over conditions, for each experiment and model with two or more. */
export function conditionSpreads(groups: readonly Group[], options: SpreadOptions): readonly ConditionSpread[] {
  const together = Map.groupBy(groups, ({ run, experiment, model }) => JSON.stringify([run, experiment, model]));
  return [...together.values()].filter((own) => own.length > 1).flatMap((own) => spreadsOf(own, options));
}

/** Returns the sums of all conditions next to each other, one row per cluster that all of them have. */
function paired(groups: readonly Group[], { policy, experiments }: SpreadOptions): readonly Float64Array[] {
  const sums = groups.map(
    (group) => policySums(group, policy, experimentNamed(experiments, group.experiment)).clusters,
  );
  const shared = [...(sums[0]?.keys() ?? [])].filter((cluster) => sums.every((clusters) => clusters.has(cluster)));
  return shared.map((cluster) => {
    const parts = sums.map((clusters) => clusters.get(cluster) ?? new Float64Array());
    const row = new Float64Array(parts.reduce((width, part) => width + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      row.set(part, offset);
      offset += part.length;
    }
    return row;
  });
}

/** A contrast: the mean of a measure over some conditions minus the mean over others. */
interface Contrast {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

function contrastValue(values: readonly (number | null)[], { plus, minus }: Contrast): number | null {
  const of = (indices: readonly number[]) => {
    const chosen = indices.map((index) => values[index] ?? null);
    return chosen.every((value) => value !== null) ? mean(chosen) : null;
  };
  if (minus.length === 0) return of(plus);
  const [first, second] = [of(plus), of(minus)];
  return first === null || second === null ? null : first - second;
}

function spreadsOf(groups: readonly Group[], options: SpreadOptions): readonly ConditionSpread[] {
  const [first] = groups;
  if (first === undefined) return [];
  const { measures: all } = experimentNamed(options.experiments, first.experiment);
  const measures = all.filter(({ name }, position) => options.measures === 'all' || position === 0 || name === 'mcc');
  const clusters = paired(groups, options);
  const width = (clusters[0]?.length ?? 0) / groups.length;
  const names = groups.map(({ condition }) => condition);
  const pairs = names.flatMap((_, plus) => names.slice(plus + 1).map((_, next) => [plus, plus + 1 + next] as const));
  const factors = factorContrasts(names, options.conditionsOf(first.run, first.experiment));
  const contrasts: readonly Contrast[] = [
    { plus: [...names.keys()], minus: [] },
    ...pairs.map(([plus, minus]) => ({ plus: [plus], minus: [minus] })),
    ...factors.map(({ contrast }) => contrast),
  ];
  const perCondition = (totals: Float64Array, measure: Measure) =>
    names.map((_, index) => measure.value(totals.subarray(index * width, (index + 1) * width)));
  const valuesOf = (totals: Float64Array, measure: Measure) => {
    const values = perCondition(totals, measure);
    return contrasts.map((contrast) => contrastValue(values, contrast));
  };
  const boundsOf = (interval: Bounds | null, contrast: Contrast, measure: Measure): Bounds | null => {
    if (interval === null) return null;
    const value = (sums: Float64Array) => contrastValue(perCondition(sums, measure), contrast);
    return isWithheld(interval, clusters, { contrast, width, value }) ? null : interval;
  };
  const totals = totalsOf(clusters);
  const estimates = jackknifeAll(clusters, (sums) => measures.flatMap((measure) => valuesOf(sums, measure)));
  return measures.map((measure, position): ConditionSpread => {
    const held = minWithUnits(measure, clusters, groups.length);
    const own = estimates
      .slice(position * contrasts.length, (position + 1) * contrasts.length)
      .map((estimate) => intervalOf(estimate, held));
    const values = valuesOf(totals, measure);
    const each = perCondition(totals, measure);
    const known = each.filter((value) => value !== null);
    const variance = known.length < each.length ? null : sampleVariance(known);
    const difference = (index: number, [a, b]: readonly [string, string]): ConditionDifference => ({
      first: a,
      second: b,
      difference: values[index] ?? null,
      interval: boundsOf(own[index]?.interval ?? null, contrasts[index] as Contrast, measure),
    });
    return {
      ...{ run: first.run, experiment: first.experiment, model: first.model },
      ...{ measure: measure.name, unit: measure.unit, policy: options.policy },
      conditions: names.map((condition, index) => ({
        condition,
        value: each[index] ?? null,
        n: measure.n(totals.subarray(index * width, (index + 1) * width)),
      })),
      mean: values[0] ?? null,
      interval: own[0]?.interval ?? null,
      level,
      method: own[0]?.method ?? '',
      deviation: variance === null ? null : Math.sqrt(variance),
      range: known.length === 0 ? null : [Math.min(...known), Math.max(...known)],
      clusters: clusters.length,
      differences: pairs.map(([a, b], index) => difference(1 + index, [names[a] ?? '', names[b] ?? ''])),
      factors: factors.map(({ factor, levels }, index) => ({
        factor,
        ...difference(1 + pairs.length + index, levels),
      })),
    };
  });
}

interface Compared {
  readonly contrast: Contrast;
  /** Number of columns of one condition. */
  readonly width: number;
  readonly value: (sums: Float64Array) => number | null;
}

/**
 * Returns whether an interval of a difference excludes 0 because of a few groups whose signs do not: where 4 of 20 groups
 * differ, all in one direction, t has p = 0.04 and the exact sign test 0.125.
 */
function isWithheld(
  [low, high]: Bounds,
  clusters: readonly Float64Array[],
  { contrast, width, value }: Compared,
): boolean {
  if (low <= 0 && high >= 0) return false;
  const both = clusters.map((row) => ({ row, exchanged: exchanged(row, contrast, width) }));
  return !isBeyondExchange(both, value);
}

/** Returns the sums of a cluster with the two sides of a contrast exchanged, condition by condition. */
function exchanged(row: Float64Array, { plus, minus }: Contrast, width: number): Float64Array {
  const swapped = row.slice();
  for (const [place, first] of plus.entries()) {
    const second = minus[place];
    if (second === undefined) continue;
    swapped.set(row.subarray(second * width, (second + 1) * width), first * width);
    swapped.set(row.subarray(first * width, (first + 1) * width), second * width);
  }
  return swapped;
}

/** Returns the interval of a mean or difference over conditions; `held`: groups of the condition with the fewest. */
function intervalOf(estimate: ClusterEstimate | null, held: number): MeasuredInterval {
  const isShort = estimate === null || held < minIntervalClusters;
  return measured(isShort ? tooFew() : tBounds(estimate), 'jackknife over groups, t');
}

/** Returns the number of clusters with units of a measure, under the condition with the fewest. */
function minWithUnits(measure: Measure, clusters: readonly Float64Array[], conditions: number): number {
  const width = (clusters[0]?.length ?? 0) / conditions;
  const own = (index: number) => clusters.map((row) => row.subarray(index * width, (index + 1) * width));
  return Math.min(...Array.from({ length: conditions }, (_, index) => clustersWith(measure, own(index))));
}

interface FactorContrast {
  readonly factor: string;
  readonly levels: readonly [string, string];
  readonly contrast: Contrast;
}

/** Each pair of levels of each factor that has several: in a crossed design, its main effect. */
function factorContrasts(names: readonly string[], conditions: readonly Condition[]): readonly FactorContrast[] {
  const byName = new Map(conditions.map((condition) => [conditionName(condition), condition]));
  return [...new Set(conditions.flatMap(factorsOf))].flatMap((factor) => {
    const levels = names.map((name) => {
      const condition = byName.get(name);
      return condition === undefined ? null : (ownValue(condition, factor) ?? 'none');
    });
    const places = (level: string) => [...levels.keys()].filter((index) => levels[index] === level);
    const distinct = [...new Set(levels)].filter((level) => level !== null);
    return distinct.flatMap((level, index) =>
      distinct.slice(index + 1).map((other) => ({
        factor,
        levels: [level, other] as const,
        contrast: { plus: places(level), minus: places(other) },
      })),
    );
  });
}
