import { totalsOf } from '../../../stats/resampling/resample.ts';
import type { BaselineName } from '../baselines/baseline-rules.ts';
import type { CellIndex } from '../cells.ts';
import { type Drawing, estimateAll, isBelowZero, missingEstimate, type StudyEstimate } from '../estimate.ts';
import { detectableEffect } from './detectable.ts';
import type { Square } from './double-difference.ts';
import { excess } from './excess.ts';
import { type Jackknife, jackknifeP } from './jackknife.ts';
import {
  errorOverTrainings,
  intervalOverTrainings,
  meanOverTrainings,
  type TrainingStatistic,
} from './over-trainings.ts';
import { meanSquare, pairStatistics } from './pair-statistics.ts';
import { type GainBase, type PairOptions, type PairTable, pairTable, partOf, scoreOf } from './pair-table.ts';
import { type PairedTests, pairedTests } from './plain-advantage.ts';

/** Plain advantage of one target's own model over the other model of the pair. */
interface PlainAdvantage extends StudyEstimate {
  readonly target: string;
  readonly other: string;
  /** One-sided p of "not above 0"; null where undefined. */
  readonly oneSidedP: number | null;
  /** Tests by string, of the first training run. */
  readonly tests: PairedTests | null;
}

/** Accuracy of a target's own model less that of the best rule without a model, on the rows of the pair. */
interface BeyondRules extends StudyEstimate {
  readonly target: string;
  /** The rule with the highest accuracy; null where the design is incomplete. */
  readonly best: BaselineName | null;
  /** Largest one-sided p of "not above this rule" over all rules; null where undefined. */
  readonly oneSidedP: number | null;
}

/** Accuracy of a scramble arm less that of the target's cross-fitted mode. */
interface ScrambleLag extends StudyEstimate {
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
  /** The smaller of the two plain advantages: under a rank-one null at most one direction is positive. */
  readonly smallerPlain: StudyEstimate;
  /** Own model minus the best rule, for both targets. */
  readonly beyondRules: readonly BeyondRules[];
  readonly doubleDifference: StudyEstimate;
  /** The by-group determinant of the gains, jackknife bias-corrected; its interval decides about the excess. */
  readonly determinant: StudyEstimate;
  readonly meanGain: StudyEstimate;
  readonly excess: StudyEstimate;
  /** Scramble arms against the mode; empty without scramble arms. */
  readonly scrambleLags: readonly ScrambleLag[];
  /**
   * The determinant of gains over the higher one of the scramble arm and coverage times the mode. Null unless a scramble
   * arm is below the mode.
   */
  readonly correctedDeterminant: StudyEstimate | null;
  /** Two-sided p values against 0 of I and of the determinants; null where undefined. */
  readonly p: {
    readonly doubleDifference: number | null;
    readonly excess: number | null;
    readonly correctedExcess: number | null;
  };
  /** Smallest advantage, equal in both directions, that 80 % of such studies find; null where undefined. */
  readonly detectable: number | null;
  readonly excludedGroups: readonly { readonly group: string; readonly reason: string }[];
}

/** Number of bootstrap draws; tests of differences use the same seed. */
export interface PairAnalysisOptions extends PairOptions, Drawing {}

const targets = [0, 1] as const;

/** One-sided level of the tests of plain advantages and of rules. */
export const oneSidedLevel = 0.05;

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
  const { plain, rules, beyond, lags, corrected, ...of } = statistics;
  const totals = totalsOf(pair.table.clusters);
  const { estimateOf, determinantOf, errorOf, twoSidedP, isAboveP } = estimating(pair, statistics.all, options);
  const scrambleLags = lags.map(({ base, target, lag }) => ({
    base: names[base],
    target: names[target],
    ...estimateOf(lag),
  }));
  const isCorrected = scrambleLags.some(isBelowZero);
  const [determinant, gain] = [determinantOf(of.determinant), estimateOf(of.meanGain)];
  const detectable = detectableAdvantage({
    plain: plain.map(errorOf),
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
      oneSidedP: isAboveP(plain[target], { target, second: scoreOf.other }),
      tests: testsOf(pair, { target, second: scoreOf.other }, options),
    })),
    smallerPlain: estimateOf(of.smallerPlain),
    beyondRules: targets.map((target) => {
      const p = rules[target].map((rule, place) => isAboveP(rule, { target, second: scoreOf.mode + place }));
      const lead = rules[target].map((rule) => meanOverTrainings(rule, pair.trainings.length)(totals) ?? Infinity);
      return {
        target: names[target],
        best: pair.rules[target][lead.indexOf(Math.min(...lead))] ?? null,
        ...estimateOf(beyond[target]),
        oneSidedP: p.reduce((largest, each) => (largest === null || each === null ? null : Math.max(largest, each)), 0),
      };
    }),
    doubleDifference: estimateOf(of.doubleDifference),
    determinant,
    meanGain: gain,
    excess: excessEstimate(determinant, gain, estimateOf(of.excess)),
    scrambleLags,
    correctedDeterminant: isCorrected ? determinantOf(corrected) : null,
    p: {
      doubleDifference: twoSidedP(of.doubleDifference),
      excess: twoSidedP(of.determinant),
      correctedExcess: isCorrected ? twoSidedP(corrected) : null,
    },
    detectable,
    excludedGroups: pair.groups.excluded,
  };
}

/** A comparison of a target's own model with the second score of its part. */
interface Compared {
  readonly target: 0 | 1;
  readonly second: number;
}

function testsOf({ table }: PairTable, { target, second }: Compared, drawing: Drawing): PairedTests {
  return pairedTests(table, { part: partOf(0, target), first: scoreOf.own, second }, drawing);
}

/** Returns functions that estimate and test the statistics of a pair; each standard error is computed once. */
function estimating(pair: PairTable, all: readonly TrainingStatistic[], options: PairAnalysisOptions) {
  const { clusters } = pair.table;
  const trainings = pair.trainings.length;
  const means = all.map((statistic) => meanOverTrainings(statistic, trainings));
  const estimates = estimateAll(pair.table, options, (totals) => means.map((mean) => mean(totals)));
  const errors = new Map<TrainingStatistic, Jackknife | null>();
  const errorOf = (statistic: TrainingStatistic): Jackknife | null => {
    const known = errors.get(statistic);
    if (known !== undefined) return known;
    const found = errorOverTrainings(clusters, statistic, trainings);
    errors.set(statistic, found);
    return found;
  };
  const estimateOf = (statistic: TrainingStatistic): StudyEstimate => {
    const estimate = estimates[all.indexOf(statistic)] as StudyEstimate; // `all` has every estimated statistic
    return trainings === 1 ? estimate : intervalOverTrainings(estimate, errorOf(statistic), trainings);
  };
  const twoSidedP = (statistic: TrainingStatistic): number | null => {
    const error = errorOf(statistic);
    return error === null ? null : jackknifeP(error);
  };
  return {
    estimateOf,
    errorOf,
    twoSidedP,
    /** The estimate with the jackknife's bias correction. */
    determinantOf: (statistic: TrainingStatistic): StudyEstimate => {
      const error = errorOf(statistic);
      return error === null ? estimateOf(statistic) : { ...estimateOf(statistic), value: error.corrected };
    },
    /** The one-sided p of "not above 0": by sign flips of strings, or by t where training runs vary too. */
    isAboveP: (statistic: TrainingStatistic, compared: Compared): number | null => {
      const value = meanOverTrainings(statistic, trainings)(totalsOf(clusters));
      const p = trainings === 1 ? testsOf(pair, compared, options).signFlipP : twoSidedP(statistic);
      if (value === null || p === null) return null;
      return value > 0 ? p / 2 : 1 - p / 2;
    },
  };
}

interface Errors {
  readonly plain: readonly (Jackknife | null)[];
  readonly doubleDifference: Jackknife | null;
  readonly determinant: Jackknife | null;
  readonly gain: number | null;
}

/** Returns the smallest advantage that 80 % of such studies find: all of its tests, with E's error by its definition. */
function detectableAdvantage({ plain, doubleDifference, determinant, gain }: Errors): number | null {
  if (doubleDifference === null || determinant === null || gain === null || !(gain > 0)) return null;
  const two = 0.025; // one side of a two-sided test at 5 %
  return detectableEffect([
    ...plain.map((each) => ({ error: each?.error ?? 0, level: oneSidedLevel })),
    { error: doubleDifference.error, level: two },
    { error: determinant.error / (2 * gain), level: two },
  ]);
}

/** Returns the excess of the bias-corrected determinant; missing where the mean gain is not distinguishable from zero. */
function excessEstimate(determinant: StudyEstimate, gain: StudyEstimate, ratio: StudyEstimate): StudyEstimate {
  if (gain.value === null || determinant.value === null) return { ...determinant, value: null, interval: null };
  if (gain.interval !== null && gain.interval.low > 0)
    return { ...ratio, value: excess(determinant.value, gain.value) };
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
      { target: a, other: b, ...missing, oneSidedP: null, tests: null },
      { target: b, other: a, ...missing, oneSidedP: null, tests: null },
    ],
    smallerPlain: missing,
    beyondRules: [a, b].map((target) => ({ target, best: null, ...missing, oneSidedP: null })),
    doubleDifference: missing,
    determinant: missing,
    meanGain: missing,
    excess: missing,
    scrambleLags: [],
    correctedDeterminant: null,
    p: { doubleDifference: null, excess: null, correctedExcess: null },
    detectable: null,
    excludedGroups: [],
  };
}
