import { type Condition, factorsOf, unnamedFields } from '../domain/condition.ts';
import { gain, type Measure } from '../domain/measure.ts';
import type { WordingChoice } from '../domain/results/finding.ts';
import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import { conditionName } from '../run/plan/item-task.ts';
import { level } from '../stats/basic/intervals.ts';
import { minIntervalClusters, tBounds } from '../stats/jackknife/bounds.ts';
import { jackknife } from '../stats/jackknife/jackknife.ts';
import { totalsOf } from '../stats/jackknife/tallies.ts';
import { seededRandom, shuffled } from '../util/random.ts';
import type { Group } from './accumulate.ts';

/**
 * Minimum number of groups in which the chosen wording and the default differ, for an interval: with fewer, the rare groups
 * that differ decide it, and it lies above 0 too often where no wording is better.
 */
const minDifferingGroups = 15;

interface ChoiceOptions {
  readonly experiments: Experiments;
  readonly conditionsOf: (run: string, experiment: string) => readonly Condition[];
}

/** One wording's tallies by cluster. */
interface Worded {
  readonly wording: string;
  readonly clusters: ReadonlyMap<string, Float64Array>;
}

/**
 * Returns, for each model of a run with several wordings, the gain of the best wording over the default one. The wording is
 * chosen on one half of the clusters and scored on the other, and the halves are exchanged, so that the choice cannot profit
 * from the items that it is scored on. Other factors keep their first level.
 */
export function wordingChoices(groups: readonly Group[], options: ChoiceOptions): readonly WordingChoice[] {
  const together = Map.groupBy(groups, ({ run, experiment, model }) => JSON.stringify([run, experiment, model]));
  return [...together.values()].flatMap((own) => choiceOf(own, options) ?? []);
}

function choiceOf(groups: readonly Group[], { experiments, conditionsOf }: ChoiceOptions): WordingChoice | null {
  const { run, experiment, model, kind } = groups[0] as Group; // a group of a map is not empty
  const [measure] = experimentNamed(experiments, experiment).measures;
  if (measure === undefined || measure.kind !== kind) return null;
  const conditions = conditionsOf(run, experiment);
  const [first] = conditions;
  const names = new Map(
    conditions.filter((each) => differsInWording(each, first)).map((each) => [conditionName(each), each.wording]),
  );
  const worded = groups.flatMap(({ condition, own }): readonly Worded[] => {
    const wording = names.get(condition);
    return wording === undefined ? [] : [{ wording, clusters: own.parsed }];
  });
  const [usual] = worded;
  if (usual === undefined || worded.length < 2) return null;
  return {
    run,
    experiment,
    model,
    measure: measure.name,
    unit: measure.unit,
    usual: usual.wording,
    ...chosenGain(worded, measure),
  };
}

function differsInWording(condition: Condition, first: Condition | undefined): boolean {
  if (first === undefined) return false;
  return [...factorsOf(condition), ...unnamedFields].every(
    (factor) => factor === 'wording' || condition[factor] === first[factor],
  );
}

/** Returns the choice of each half and the gain on the other half. The first wording is the default; it wins ties. */
export function chosenGain(
  worded: readonly Worded[],
  measure: Measure,
): Pick<WordingChoice, 'chosen' | 'score' | 'usualScore' | 'gain' | 'interval' | 'clusters'> {
  const usual = worded[0] as Worded; // checked by the caller
  const shared = [...usual.clusters.keys()].filter((cluster) => worded.every(({ clusters }) => clusters.has(cluster)));
  const order = shuffled(shared, seededRandom('wording halves'));
  const middle = Math.floor(order.length / 2);
  const halves = [order.slice(0, middle), order.slice(middle)] as const;
  const tally = ({ clusters }: Worded, cluster: string) => clusters.get(cluster) as Float64Array; // of a shared cluster
  const best = (half: readonly string[]) => {
    const scored = worded.map((each) => ({
      each,
      value: measure.value(totalsOf(half.map((cluster) => tally(each, cluster)))),
    }));
    return scored.reduce((top, next) =>
      next.value !== null && (top.value === null || gain(measure, next.value, top.value) > 0) ? next : top,
    ).each;
  };
  const chosen = [best(halves[0]), best(halves[1])] as const;
  const rows = halves.flatMap((half, index) => {
    const other = chosen[1 - index] as Worded;
    return half.map((cluster) => Float64Array.from([...tally(other, cluster), ...tally(usual, cluster)]));
  });
  const width = (rows[0]?.length ?? 0) / 2;
  const scores = (totals: Float64Array) => {
    const [score, usualScore] = [measure.value(totals.subarray(0, width)), measure.value(totals.subarray(width))];
    return { score, usualScore, gain: score === null || usualScore === null ? null : gain(measure, score, usualScore) };
  };
  // A measure of several groups may have no value in one: then the tallies are compared.
  const isDifferent = (row: Float64Array) =>
    scores(row).gain === null
      ? row.some((count, at) => at < width && count !== row[width + at])
      : scores(row).gain !== 0;
  const differing = rows.filter(isDifferent).length;
  const isShort = rows.length < minIntervalClusters || differing < minDifferingGroups;
  const estimate = isShort ? null : jackknife(rows, (totals) => scores(totals).gain);
  const bounds = estimate === null ? null : tBounds(estimate);
  return {
    chosen: [chosen[0].wording, chosen[1].wording],
    ...(rows.length === 0 ? { score: null, usualScore: null, gain: null } : scores(totalsOf(rows))),
    interval: bounds?.kind === 'known' ? bounds.value : null,
    clusters: rows.length,
  };
}
