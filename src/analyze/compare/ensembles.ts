import type { EnsembleCombination, EnsembleFinding } from '../../domain/results/finding.ts';
import { holm } from '../../stats/basic/holm.ts';
import { mean } from '../../stats/basic/moments.ts';
import { ridgeRegression } from '../../stats/basic/ridge-regression.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import { contrastOf, type Paired } from '../findings/paired-contrast.ts';
import { clusterFolds, folds } from '../self-knowledge/item-baselines.ts';
import type { PredictionCell } from './prediction-cells.ts';
import type { ResponseMatrix } from './response-matrix.ts';

/** Minimum number of other predictors: an ensemble without the target has two members. */
const minOthers = 2;
/** Maximum number of subsets of one size that a point of the curve averages over. */
const maxSubsets = 30;
const ridge = 1;

/** Yes/no predictions of one target by several models, on the units for which all of them and the outcome are known. */
export interface Members {
  /** Predictions by member and unit: 1, 0, or a probability. The last member is the target. */
  readonly predictions: readonly Float64Array[];
  /** Share of executions in which the outcome was yes, by unit. */
  readonly held: Float64Array;
  readonly foldOf: readonly number[];
}

/**
 * Returns, for each target of a run with `--ask-others`, whether an ensemble of k predictors predicts it better with the
 * target's own prediction in place of one of the others. Yes/no outcomes only; adjusted (Holm) over all lines.
 */
export function ensembleFindings(fields: readonly ResponseMatrix[], seed: number): readonly EnsembleFinding[] {
  const found = fields.flatMap((field) =>
    [
      ...Map.groupBy(field.predictions, ({ run, condition, target }) =>
        JSON.stringify([run, condition, target]),
      ).values(),
    ].flatMap((cells) => ensemblesOf(field, cells, seed)),
  );
  const tested = found.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p as number));
  return found.map((each) => {
    const adjustedP = adjusted[tested.indexOf(each)] ?? null;
    return { ...each, adjustedP, helps: adjustedP !== null && adjustedP <= 0.05 && (each.difference ?? 0) > 0 };
  });
}

function ensemblesOf(
  field: ResponseMatrix,
  cells: readonly PredictionCell[],
  seed: number,
): readonly EnsembleFinding[] {
  const own = cells.find(({ predictor, target }) => predictor === target);
  const others = cells.filter(({ predictor, target }) => predictor !== target);
  if (field.kind !== 'binary' || own === undefined || others.length < minOthers) return [];
  const all = [...others, own];
  const units = [...field.itemOf.keys()].filter(
    (unit) => !Number.isNaN(own.held.at(unit)) && all.every(({ stated }) => !Number.isNaN(stated.at(unit))),
  );
  if (units.length === 0) return [];
  const foldOf = clusterFolds(field.clusterOf, seed);
  const shared = {
    held: Float64Array.from(units, (unit) => own.held.at(unit)),
    foldOf: units.map((unit) => foldOf(unit)),
  };
  const stated: Members = {
    ...shared,
    predictions: all.map((cell) => Float64Array.from(units, (unit) => cell.stated.at(unit))),
  };
  const probable: Members = {
    ...shared,
    predictions: all.map((cell) => Float64Array.from(units, (unit) => cell.probability.at(unit))),
  };
  const hasProbabilities = probable.predictions.every((column) => !column.some(Number.isNaN));
  const best = hasProbabilities ? probable : stated;
  const clusters = units.map((unit) => field.clusterOf[unit] ?? unit);
  const line = (combination: EnsembleCombination, members: Members): EnsembleFinding => {
    const { without, withTarget } = swapScores(combination, members);
    const { value, interval, p, n } = contrastOf(pairedBy(clusters, without, withTarget), { seed });
    return {
      ...{ run: own.run, experiment: field.experiment.name, condition: own.condition, model: own.target, combination },
      ...{ members: others.length, without: mean(without), withTarget: mean(withTarget), difference: value, interval },
      ...{ p, adjustedP: null, helps: false, n },
      curve: combination === 'vote' ? voteCurve(members, seed) : [],
    };
  };
  return [
    line('vote', stated),
    ...(hasProbabilities ? [line('mean probability', probable)] : []),
    line('stacked', best),
  ];
}

/** Returns the differences with and without the target, summed by cluster. */
export function pairedBy(clusters: readonly number[], without: Float64Array, withTarget: Float64Array): Paired {
  const sums = new Map<number, readonly [number, number]>();
  for (const [index, cluster] of clusters.entries()) {
    const [difference, weight] = sums.get(cluster) ?? [0, 0];
    sums.set(cluster, [difference + (withTarget[index] as number) - (without[index] as number), weight + 1]);
  }
  return [...sums.values()];
}

/**
 * Returns the scores by unit of all others together, and of the target with all others but one, averaged over the one that is
 * left out. Both have the same number of members, because one more member of any kind makes a vote better.
 */
export function swapScores(
  combination: EnsembleCombination,
  members: Members,
): { readonly without: Float64Array; readonly withTarget: Float64Array } {
  const target = members.predictions.length - 1;
  const others = [...members.predictions.keys()].slice(0, target);
  const scores = (chosen: readonly number[]) => combinedScores(combination, members, chosen);
  const swapped = others.map((left) => scores([...others.filter((other) => other !== left), target]));
  return { without: scores(others), withTarget: meanOf(swapped) };
}

/**
 * Returns the share of right votes by number of members, without the target and with it as one of them: the mean over all subsets
 * of the others, or 30 drawn ones.
 */
export function voteCurve(members: Members, seed: number): EnsembleFinding['curve'] {
  const target = members.predictions.length - 1;
  const others = [...members.predictions.keys()].slice(0, target);
  const score = (sets: readonly (readonly number[])[]) =>
    mean(sets.map((set) => mean(combinedScores('vote', members, set)) as number));
  return others.map((_, index) => {
    const k = index + 1;
    return {
      members: k,
      without: score(subsets(others, k, seed)),
      withTarget: score(subsets(others, k - 1, seed).map((set) => [...set, target])),
    };
  });
}

function subsets(all: readonly number[], size: number, seed: number): readonly (readonly number[])[] {
  const random = seededRandom('ensembles', seed, size);
  const found = new Map<string, readonly number[]>();
  for (let draw = 0; draw < 4 * maxSubsets && found.size < maxSubsets; draw += 1) {
    const set = shuffled(all, random)
      .slice(0, size)
      .toSorted((a, b) => a - b);
    found.set(set.join(), set);
  }
  return [...found.values()];
}

/** Returns how right the combined prediction of some members is, by unit, in [0, 1]; a tied vote is half right. */
function combinedScores(combination: EnsembleCombination, members: Members, chosen: readonly number[]): Float64Array {
  const columns = chosen.map((member) => members.predictions[member] as Float64Array);
  const combined = combination === 'stacked' ? stacked(members, columns) : meanOf(columns);
  return combined.map((share, unit) => {
    const held = members.held[unit] as number;
    if (Math.abs(share - 0.5) < 1e-12) return 0.5;
    return share > 0.5 ? held : 1 - held;
  });
}

/** Returns the probability from a logistic regression on the members' predictions, fitted to the units of the other folds. */
function stacked({ held, foldOf }: Members, columns: readonly Float64Array[]): Float64Array {
  const regressors = columns.map((column) => column.map((value) => 2 * value - 1));
  const fitted = new Float64Array(held.length);
  for (let fold = 0; fold < folds; fold += 1) {
    const rows = foldOf.flatMap((own, unit) => (own === fold ? [] : [unit]));
    const values = ridgeRegression({ regressors, outcome: held, rows, ridge, family: 'logistic' });
    for (const [unit, own] of foldOf.entries()) if (own === fold) fitted[unit] = values[unit] as number;
  }
  return fitted;
}

function meanOf(columns: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array()] = columns;
  return first.map((_, unit) => columns.reduce((sum, column) => sum + (column[unit] as number), 0) / columns.length);
}
