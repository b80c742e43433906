import type { Quantity } from '../../../results/quantity.ts';
import { missingEstimate, totalsOf } from '../../../stats/jackknife.ts';
import { toleratedMissing } from '../../../stats/paired.ts';
import type { CellIndex } from '../cells.ts';
import type { Square } from './double-difference.ts';
import { excess } from './excess.ts';
import { meanOverTrainings, type TrainingStatistic } from './over-trainings.ts';
import { detectableAdvantage, estimating } from './pair-estimates.ts';
import { meanSquare, pairStatistics } from './pair-statistics.ts';
import { type GainBase, type PairOptions, type PairTable, pairTable, partOf, scoreOf } from './pair-table.ts';

/** Accuracy of a target's own model minus that of the other model of the pair, after the same training. */
export interface PlainAdvantage extends Quantity {
  readonly target: string;
  readonly other: string;
  /**
   * Two-sided p of "both are equal" (paired t). Where over 2 % of a side's predictions are missing, each one-sided p is
   * the larger of that of missing as wrong and that of missing at its worst for the claim. Null where undefined.
   */
  readonly p: number | null;
}

/** What the plain advantage of a model on itself has over that on its shifted self, which is as hard to learn. */
interface BeyondShiftedSelf {
  readonly target: string;
  /** Name of the shifted self. */
  readonly shifted: string;
  /** Own minus other, both trained on and about the shifted self. */
  readonly plain: Quantity;
  /** The plain advantage on the target minus that on its shifted self. */
  readonly difference: Quantity;
  /** One-sided p of "the difference is not above 0"; null where undefined. */
  readonly oneSidedP: number | null;
}

/** Accuracy of a target's own model less that of the best rule without a model, on the rows of the pair. */
interface BeyondRules extends Quantity {
  readonly target: string;
  /** The rule with the highest accuracy; null where the design is incomplete. */
  readonly best: string | null;
  /** Largest one-sided p of "not above this rule" over all rules; null where undefined. */
  readonly oneSidedP: number | null;
}

/** Accuracy of a scramble arm less that of the target's cross-fitted mode. */
interface ScrambleLag extends Quantity {
  readonly base: string;
  readonly target: string;
}

/** Results of the 2 x 2 design of two models. With several training runs, values are means over them. */
export interface PairAnalysis {
  readonly a: string;
  readonly b: string;
  /** Null where a cell of the design is missing. */
  readonly gainBase: GainBase | null;
  /** Training runs of each arm; 0 before training. */
  readonly trainings: number;
  /** I and E of each training run. */
  readonly byTraining: readonly {
    readonly seed: number | null;
    readonly doubleDifference: number | null;
    readonly excess: number | null;
  }[];
  /** Macro accuracy of each cell. */
  readonly accuracy: Square<number> | null;
  /** Both directions. */
  readonly plain: readonly PlainAdvantage[];
  /** Both directions against the shifted selves; null where the study has none. */
  readonly shifted: readonly BeyondShiftedSelf[] | null;
  /** Own model minus the best rule, for both targets. */
  readonly beyondRules: readonly BeyondRules[];
  readonly doubleDifference: Quantity;
  /** The by-group determinant of the gains, jackknife bias-corrected; its interval decides about the excess. */
  readonly determinant: Quantity;
  readonly meanGain: Quantity;
  readonly excess: Quantity;
  /** Scramble arms against the mode; empty without scramble arms. */
  readonly scrambleLags: readonly ScrambleLag[];
  /** Two-sided p values against 0 of I and of the determinant; null where undefined. */
  readonly p: { readonly doubleDifference: number | null; readonly excess: number | null };
  /** Smallest advantage, equal in both directions, that 80 % of such studies find; null where undefined. */
  readonly detectable: number | null;
  readonly excludedGroups: readonly { readonly group: string; readonly reason: string }[];
}

export type PairAnalysisOptions = PairOptions;

const targets = [0, 1] as const;

/** Computes plain advantages, double difference and excess of two models on the rows that all predictors share. */
export function analyzePair(
  index: CellIndex,
  [a, b]: readonly [string, string],
  options: PairAnalysisOptions,
): PairAnalysis {
  const pair = pairTable(index, [a, b], options);
  if (typeof pair === 'string') return withoutDesign([a, b], pair);
  const names = [a, b] as const;
  const statistics = pairStatistics(pair);
  const { plain, worst, shiftedPlain, beyondShifted, rules, beyond, lags, ...of } = statistics;
  const totals = totalsOf(pair.table.clusters);
  const { estimateOf, determinantOf, errorOf, twoSidedP, isAboveP, isBelowP } = estimating(pair, statistics.all);
  const scrambleLags = lags.map(({ base, target, lag }) => ({
    base: names[base],
    target: names[target],
    ...estimateOf(lag),
  }));
  const twoSided = (target: 0 | 1): number | null => {
    const claims = worst[target];
    const atWorst = claims !== undefined && hasMissing(pair, target) ? claims : null;
    const above = largestP([plain[target], ...(atWorst === null ? [] : [atWorst.own])].map(isAboveP));
    const below = largestP([plain[target], ...(atWorst === null ? [] : [atWorst.other])].map(isBelowP));
    return above === null || below === null ? null : Math.min(1, 2 * Math.min(above, below));
  };
  const [determinant, gain] = [determinantOf(of.determinant), estimateOf(of.meanGain)];
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
    trainings: options.kind === 'untrained' ? 0 : pair.trainings.length,
    byTraining: pair.trainings.map((seed, training) => ({
      seed,
      doubleDifference: of.doubleDifference(totals, training),
      excess: of.excess(totals, training),
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
    doubleDifference: estimateOf(of.doubleDifference),
    determinant,
    meanGain: gain,
    excess: excessEstimate(determinant, gain, estimateOf(of.excess)),
    scrambleLags,
    p: { doubleDifference: twoSidedP(of.doubleDifference), excess: twoSidedP(of.determinant, true) },
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

/** Returns whether over 2 % of the predictions of either model about a target are missing. */
function hasMissing({ table, trainings }: PairTable, target: 0 | 1): boolean {
  const totals = totalsOf(table.clusters);
  return trainings.some((_, training) =>
    [scoreOf.ownRead, scoreOf.otherRead].some(
      (score) => 1 - (table.micro(totals, partOf(training, target), score) ?? 1) > toleratedMissing,
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
    doubleDifference: missing,
    determinant: missing,
    meanGain: missing,
    excess: missing,
    scrambleLags: [],
    p: { doubleDifference: null, excess: null },
    detectable: null,
    excludedGroups: [],
  };
}
