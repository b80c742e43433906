import type { Quantity } from '../../results/quantity.ts';
import { holm } from '../../stats/holm.ts';
import { missingEstimate, totalsOf } from '../../stats/jackknife.ts';
import type { BeyondShiftedSelf, PairRecord } from '../study-result.ts';
import type { CellIndex } from './cells.ts';
import { detectableAdvantage, estimating, meanOverTrainings, type TrainingStatistic } from './pair-estimates.ts';
import { excess, meanSquare, pairStatistics } from './pair-statistics.ts';
import { type PairOptions, type PairTable, pairTable, partOf, scoreOf } from './pair-table.ts';
import { directionWord, type PairAnalysis, verdictOf } from './verdict.ts';

/** Two models of one family: a model and its sibling checkpoint, other seed or quantization. */
export interface NearCopy {
  readonly of: string;
  readonly copy: string;
}

/** Analyzes every pair of models and judges each. */
export function analyzePairs(
  index: CellIndex,
  nearCopies: readonly NearCopy[],
  options: PairOptions,
): readonly PairRecord[] {
  const analyses = pairsOf(index.models).map((pair) => analyzePair(index, pair, options));
  const copies = analyses.map((pair) => nearCopies.some((each) => isPair(pair, each)));
  const adjusted = adjust(analyses.flatMap(({ plain }) => plain.map(({ p }) => p)));
  return analyses.map((pair, position) => {
    const nearCopy = copies[position] as boolean;
    const beside = nearCopy ? [] : analyses.filter((each, other) => copies[other] === true && shareModel(each, pair));
    const directions = pair.plain.map((each, direction) => {
      const holm = adjusted[2 * position + direction] ?? null;
      return { ...each, holm, word: directionWord({ value: each.value, holm }) };
    });
    return { ...pair, nearCopy, plain: directions, ...verdictOf(pair, { directions, nearCopies: beside }) };
  });
}

/** Returns all unordered pairs, in the order of the names. */
export function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, index) => names.slice(index + 1).map((b) => [a, b] as const));
}

function isPair({ a, b }: Pick<PairAnalysis, 'a' | 'b'>, { of, copy }: NearCopy): boolean {
  return (a === of && b === copy) || (a === copy && b === of);
}

function shareModel(one: PairAnalysis, { a, b }: PairAnalysis): boolean {
  return [a, b].some((model) => model === one.a || model === one.b);
}

/** Adjusts the p values that exist (Holm); the others stay null. */
function adjust(values: readonly (number | null)[]): readonly (number | null)[] {
  const places = values.flatMap((p, index) => (p === null ? [] : [index]));
  const adjusted = holm(places.map((index) => values[index] as number));
  const all: (number | null)[] = values.map(() => null);
  for (const [rank, index] of places.entries()) all[index] = adjusted[rank] ?? null;
  return all;
}

const targets = [0, 1] as const;

/** Computes both directions, double difference and excess of two models on the rows that all predictors share. */
export function analyzePair(index: CellIndex, [a, b]: readonly [string, string], options: PairOptions): PairAnalysis {
  const pair = pairTable(index, [a, b], options);
  if (typeof pair === 'string') return withoutDesign([a, b], pair);
  const names = [a, b] as const;
  const statistics = pairStatistics(pair);
  const { plain, worst, shiftedPlain, beyondShifted, rules, beyond, ...of } = statistics;
  const totals = totalsOf(pair.table.clusters);
  const { estimateOf, correctedOf, errorOf, twoSidedP, correctedP, isAboveP, isBelowP } = estimating(
    pair,
    statistics.all,
  );
  const twoSided = (target: 0 | 1): number | null => {
    const claims = worst[target];
    const atWorst = claims !== undefined && hasMissing(pair, target) ? claims : null;
    const above = largestP([plain[target], ...(atWorst === null ? [] : [atWorst.own])].map(isAboveP));
    const below = largestP([plain[target], ...(atWorst === null ? [] : [atWorst.other])].map(isBelowP));
    return above === null || below === null ? null : Math.min(1, 2 * Math.min(above, below));
  };
  const [determinant, gain] = [correctedOf(of.determinant), estimateOf(of.meanGain)];
  const detectable = detectableAdvantage({
    plain: targets.map((target) => errorOf(plain[target])),
    doubleDifference: errorOf(of.doubleDifference),
    determinant: errorOf(of.determinant),
    gain: gain.value,
  });
  return {
    a,
    b,
    gainBase: pair.gainBase,
    trainings: pair.trainings.length,
    byTraining: pair.trainings.map((seed, training) => ({
      seed,
      I: of.doubleDifference(totals, training),
      E: of.excess(totals, training),
    })),
    accuracy: meanSquare(pair, totals),
    plain: targets.map((target) => ({
      target: names[target],
      other: names[target === 0 ? 1 : 0],
      ...estimateOf(plain[target]),
      p: twoSided(target),
    })),
    shifted: shiftedOf(pair, names, (target) => ({
      plain: estimateOf(shiftedPlain[target] as TrainingStatistic),
      difference: estimateOf(beyondShifted[target] as TrainingStatistic),
      oneSidedP: isAboveP(beyondShifted[target] as TrainingStatistic),
    })),
    beyondRules: targets.map((target) => ({
      target: names[target],
      best: bestRule(pair, rules[target], target),
      ...estimateOf(beyond[target]),
      oneSidedP: largestP(rules[target].map((rule) => isAboveP(rule))),
    })),
    I: estimateOf(of.doubleDifference),
    determinant,
    meanGain: gain,
    E: excessEstimate(determinant, gain, estimateOf(of.excess)),
    p: { I: twoSidedP(of.doubleDifference), E: correctedP(of.determinant) },
    detectable,
    excludedGroups: pair.groups.excluded,
  };
}

/** Returns the rule that the target's own model exceeds least. */
function bestRule(
  { table, trainings, rules }: PairTable,
  leads: readonly TrainingStatistic[],
  target: 0 | 1,
): string | null {
  const totals = totalsOf(table.clusters);
  const values = leads.map((lead) => meanOverTrainings(lead, trainings.length)(totals) ?? Number.POSITIVE_INFINITY);
  return rules[target][values.indexOf(Math.min(...values))] ?? null;
}

function largestP(all: readonly (number | null)[]): number | null {
  return all.some((p) => p === null) ? null : Math.max(...(all as readonly number[]));
}

/** Returns whether predictions of either model about a target are missing; 1e-12 is the round-off of their mean. */
function hasMissing({ table, trainings }: PairTable, target: 0 | 1): boolean {
  const totals = totalsOf(table.clusters);
  return trainings.some((_, training) =>
    [scoreOf.ownRead, scoreOf.otherRead].some(
      (score) => 1 - (table.micro(totals, partOf(training, target), score) ?? 1) > 1e-12,
    ),
  );
}

function shiftedOf(
  { shifted }: PairTable,
  names: readonly [string, string],
  estimatesOf: (target: 0 | 1) => Omit<BeyondShiftedSelf, 'target' | 'shifted'>,
): readonly BeyondShiftedSelf[] | null {
  if (shifted === null) return null;
  return targets.map((target) => ({ target: names[target], shifted: shifted[target], ...estimatesOf(target) }));
}

/** Returns the excess of the bias-corrected determinant; missing where the mean gain is not distinguishable from zero. */
function excessEstimate(determinant: Quantity, gain: Quantity, ratio: Quantity): Quantity {
  if (gain.value === null || determinant.value === null) return { ...determinant, value: null, interval: null };
  if (gain.interval !== null && gain.interval[0] > 0) return { ...ratio, value: excess(determinant.value, gain.value) };
  const missing = 'no training effect: the mean gain is not distinguishable from zero';
  return { ...ratio, value: null, interval: null, missing };
}

function withoutDesign([a, b]: readonly [string, string], reason: string): PairAnalysis {
  const missing = missingEstimate(reason);
  return {
    a,
    b,
    gainBase: null,
    trainings: 0,
    byTraining: [],
    accuracy: null,
    plain: [
      { target: a, other: b, ...missing, p: null },
      { target: b, other: a, ...missing, p: null },
    ],
    shifted: null,
    beyondRules: [a, b].map((target) => ({ target, best: null, ...missing, oneSidedP: null })),
    I: missing,
    E: missing,
    determinant: missing,
    meanGain: missing,
    p: { I: null, E: null },
    detectable: null,
    excludedGroups: [],
  };
}
