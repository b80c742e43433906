import type { Datasets } from '../../domain/dataset.ts';
import type { Measure } from '../../domain/measure.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { kindOfMeasure } from '../../outcome-kinds/outcome-kinds.ts';
import { level } from '../../stats/intervals.ts';
import { minIntervalClusters } from '../../stats/jackknife.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import { detectableByT } from '../../stats/power.ts';
import { ItemGroups } from './item-groups.ts';
import { type SmallStrata, smallStrata } from './mixed-strata.ts';
import { plannedKind } from './unanswered-outcomes.ts';

/** The smallest differences that 80 % of runs with this many groups of items would find. */
export interface Detectable {
  readonly experiment: string;
  /** Groups that intervals are clustered by. */
  readonly groups: number;
  /** Whether its scores can have a verdict at all: those of outcomes with a prediction. */
  readonly hasVerdict: boolean;
  /** Whether *beyond others* is asked of its scores: not of rankings, categories, decisions and texts. */
  readonly asksOthers: boolean;
  /**
   * Between the headlines (shares) of two models, in one test at 5 %; null where no difference is detectable, or models are
   * not paired.
   */
  readonly difference: number | null;
  /**
   * Between a model's headline and the best constant answer, at 5 % over all models and experiments of the run together, as
   * reports test it; null like `difference`, and with fewer groups than a verdict needs.
   */
  readonly fromConstant: number | null;
  /** Largest possible difference from the best constant answer; absent without `fromConstant`. */
  readonly largestFromConstant?: number;
  /**
   * Items with which the largest possible difference from the best constant answer would be found, in tens; absent where these
   * items are enough.
   */
  readonly itemsFromConstant?: number;
  /** Why there is no difference between two models; absent where there is one. */
  readonly reason?: string;
  /** Why there is none from the best constant answer, in an experiment that has one; absent where there is one. */
  readonly reasonFromConstant?: string;
  /** Strata that predictions are shuffled within, and that leave too little of a strong model's answers; absent without such strata. */
  readonly smallStrata?: SmallStrata;
}

export const power = 0.8;

/** Standard deviation of a group's difference: two trials of p = 1/2, sqrt(1/4 + 1/4). */
const deviation = Math.SQRT1_2;

/**
 * Largest standard deviation of 1 - (p - y)² minus that of the best constant, where its mean is not below 0: 1/2 (found over all
 * shares of y and all p).
 */
const deviationOfStated = 0.5;

export const detectableAssumption =
  'assumes the worst case: each group is one trial, and both sides are independently right in half of the groups';

/** Returns the detectable differences for every experiment of a run, with a power of 0.8 at two-sided levels. */
export function detectableDifferences(
  config: Pick<RunConfig, 'experiments' | 'models'>,
  experiments: Experiments,
  datasets: Datasets,
): readonly Detectable[] {
  const hasVerdict = (name: string) => {
    const [headline] = experimentNamed(experiments, name).measures;
    return headline !== undefined && kindOfMeasure(headline).scoring !== null;
  };
  const tests = Math.max(1, config.models.length * config.experiments.filter((each) => hasVerdict(each.name)).length);
  return config.experiments.map(({ name, dataset }): Detectable => {
    const experiment = experimentNamed(experiments, name);
    const items = datasets.get(dataset.sha256)?.items ?? [];
    const itemGroups = new ItemGroups([{ experiment, items }]);
    const clusters = new Set<string>();
    let itemCount = 0;
    for (const item of items) {
      itemCount += 1;
      clusters.add(itemGroups.of(experiment, item));
    }
    const groups = clusters.size;
    const isTested = hasVerdict(name) && groups >= leastNumbers.groups;
    const strata = isTested ? smallStrata(experiment, items, itemGroups) : null;
    const place = {
      ...{ experiment: name, groups, hasVerdict: hasVerdict(name) },
      asksOthers: plannedKind(experiment, items)?.others.kind === 'asked',
      ...(strata === null ? {} : { smallStrata: strata }),
    };
    const none = (reason: string) => ({ ...place, difference: null, fromConstant: null, reason });
    const [headline] = experiment.measures;
    if (headline !== undefined && kindOfMeasure(headline).hasOwnUnits === true)
      return none('each model writes its own questions');
    if (headline?.unit !== 'share') return none('the score is not a share');
    if (groups < minIntervalClusters) return none(`fewer than ${minIntervalClusters} groups`);
    const found = {
      ...place,
      difference: detectableByT(deviation, groups, { power, level }),
      fromConstant: null,
    };
    if (!place.hasVerdict) return found;
    if (groups < leastNumbers.groups)
      return { ...found, reasonFromConstant: `a verdict needs ${leastNumbers.groups} groups` };
    const isStated = Object.values(experiment.slots).some(({ states }) => states === 'probability');
    // Both constant answers to yes/no must be beaten, in tests that are independent where half of the outcomes are "yes".
    const powerOfEach = headline.kind === 'binary' && !isStated ? Math.sqrt(power) : power;
    const target = { power: powerOfEach, level: 1 - (1 - level) / tests };
    const sd = isStated ? deviationOfStated : deviation;
    const largest = isStated ? 0.25 : largestGain(headline); // a constant p scores 1 - p (1 - p) by Brier
    const fromConstant = detectableByT(sd, groups, target);
    const isFound = fromConstant === null || fromConstant <= largest;
    const needed = isFound ? groups : groupsToDetect(largest, (count) => detectableByT(sd, count, target), groups);
    return {
      ...found,
      fromConstant,
      largestFromConstant: largest,
      ...(isFound ? {} : { itemsFromConstant: 10 * Math.ceil((itemCount * needed) / groups / 10 - 1e-9) }),
    };
  });
}

/** Returns the least number of groups, above `groups`, of which the smallest detectable difference is at most `size`. */
function groupsToDetect(size: number, detectable: (groups: number) => number | null, groups: number): number {
  const isEnough = (count: number) => (detectable(count) ?? 1) <= size;
  let [few, enough] = [groups, 2 * groups];
  while (!isEnough(enough)) [few, enough] = [enough, 2 * enough];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}

/** Returns by how much a perfect score can exceed the best constant answer. */
function largestGain({ kind }: Measure): number {
  return kind === 'binary' || kind === 'ranking' ? 0.5 : 1;
}
