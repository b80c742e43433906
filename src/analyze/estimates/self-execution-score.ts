import type { Measure } from '../../domain/measure.ts';
import { type Policy, policies } from '../../domain/policy.ts';
import { experimentNamed, scoreExperiments } from '../../experiments/registry.ts';
import type { Coverage, Estimate } from '../../results/estimate.ts';
import { level } from '../../stats/intervals.ts';
import { jackknifed, minIntervalClusters, tBounds, totalsOf, withoutCluster } from '../../stats/jackknife.ts';
import { mean } from '../../stats/moments.ts';
import { absencesOf } from './absence.ts';
import type { Group } from './accumulate.ts';
import { measured, tooFew } from './measure-intervals.ts';
import { clustersWith, type EstimateOptions, mergedCoverage, policySums } from './sums.ts';

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
  readonly clusters: readonly Float64Array[];
  readonly totals: Float64Array;
  readonly coverage: Coverage;
}

function partsOf(groups: readonly Group[], policy: Policy, options: EstimateOptions): readonly Part[] {
  return groups.map((group) => {
    const experiment = experimentNamed(options.experiments, group.experiment);
    const sums = policySums(group, policy, experiment);
    const clusters = [...sums.clusters.values()];
    return {
      headline: experiment.measures.find(({ name }) => name === experiment.selfExecutionMeasure),
      ...{ clusters, totals: totalsOf(clusters), coverage: sums.coverage },
    };
  });
}

function scoreOf(groups: readonly Group[], policy: Policy, options: EstimateOptions): Estimate {
  const parts = partsOf(groups, policy, options);
  const held = parts.map((part) => (part.headline === undefined ? 0 : clustersWith(part.headline, part.clusters)));
  const least = Math.min(...held);
  const values = parts.map(({ headline, totals }) => headline?.value(totals) ?? null);
  const value = selfExecutionScore(values);
  const found = jackknifed(value, scoresWithout(parts, values));
  const has = value !== null;
  const reexecution = meanOf(parts, 'reexecution');
  const bounds = least < minIntervalClusters || found === null ? tooFew() : tBounds(found, { lowest: 0, highest: 1 });
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
    value,
    interval,
    level,
    method,
    n: parts.length,
    clusters: held.reduce((sum, count) => sum + count, 0),
    coverage: mergedCoverage(parts.map(({ coverage }) => coverage)),
    baseRate: has ? meanOf(parts, 'baseRate') : null,
    itemRule: null,
    otherModels: null,
    reexecution: has ? reexecution : null,
    bounds: null,
  };
  const rules = { baseRate: () => estimate.baseRate, reexecution: () => reexecution };
  return { ...estimate, absent: absencesOf(estimate, { measure: rules, repeated: reexecution !== null }) };
}

/** Returns the score without each cluster of each experiment, NaN where it is undefined. */
function scoresWithout(parts: readonly Part[], values: readonly (number | null)[]): readonly number[] {
  return parts.flatMap((part, index) => {
    const scoreWithout = withoutCluster(part, (less) => {
      const value = part.headline?.value(less) ?? null;
      return selfExecutionScore(values.with(index, value)) ?? Number.NaN;
    });
    return part.clusters.map(scoreWithout);
  });
}

/** Returns the mean over the experiments of the base rates of their headlines, or of their re-executions. */
function meanOf(parts: readonly Part[], what: 'baseRate' | 'reexecution'): number | null {
  return selfExecutionScore(parts.map(({ headline, totals }) => headline?.[what]?.(totals) ?? null));
}

/** Returns the paper's summary, the mean of a model's accuracies; null where one of them is absent. */
export function selfExecutionScore(accuracies: readonly (number | null)[]): number | null {
  return accuracies.every((each) => each !== null) ? mean(accuracies) : null;
}
