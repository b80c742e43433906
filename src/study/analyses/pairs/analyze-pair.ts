import type { Quantity } from '../../../results/quantity.ts';
import { isBelowZero, missingEstimate } from '../../../stats/jackknife/estimate-all.ts';
import { totalsOf } from '../../../stats/jackknife/tallies.ts';
import type { BaselineName } from '../baselines/baseline-rules.ts';
import type { CellIndex } from '../cells.ts';
import type { Square } from './double-difference.ts';
import { excess } from './excess.ts';
import type { Jackknife } from './jackknife.ts';
import { meanOverTrainings, type TrainingStatistic } from './over-trainings.ts';
import { detectableAdvantage, estimating, testsOf } from './pair-estimates.ts';
import { meanSquare, pairStatistics } from './pair-statistics.ts';
import { type GainBase, type PairOptions, type PairTable, pairTable, partOf, scoreOf } from './pair-table.ts';
import type { PairedTests } from './plain-advantage.ts';

/** A target's own model minus the other model of the pair, in one direction. */
interface Direction extends Quantity {
  readonly target: string;
  readonly other: string;
  /** One-sided p of "not above 0"; null where undefined. */
  readonly oneSidedP: number | null;
}

/** Plain advantage of one target's own model over the other model of the pair. */
interface PlainAdvantage extends Direction {
  /** Tests by string, of the first training run. */
  readonly tests: PairedTests | null;
}

/** Accuracy of a target's own model less that of the best rule without a model, on the rows of the pair. */
interface BeyondRules extends Quantity {
  readonly target: string;
  /** The rule with the highest accuracy; null where the design is incomplete. */
  readonly best: BaselineName | null;
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
  /** The smaller of the two plain advantages: under a rank-one null at most one direction is positive. */
  readonly smallerPlain: Quantity;
  /** Both directions in gains, which removes what the scramble arms share: habit and failures of form. */
  readonly plainGains: readonly Direction[];
  /** Both directions on the rows that the two predictors answered; null where they answered all rows. */
  readonly plainRead: readonly Direction[] | null;
  /** Own model minus the best rule, for both targets. */
  readonly beyondRules: readonly BeyondRules[];
  readonly doubleDifference: Quantity;
  /** The by-group determinant of the gains, jackknife bias-corrected; its interval decides about the excess. */
  readonly determinant: Quantity;
  readonly meanGain: Quantity;
  readonly excess: Quantity;
  /** Scramble arms against the mode; empty without scramble arms. */
  readonly scrambleLags: readonly ScrambleLag[];
  /**
   * The determinant of gains over the higher one of the scramble arm and coverage times the mode. Null unless a scramble
   * arm is below the mode.
   */
  readonly correctedDeterminant: Quantity | null;
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
  const { plain, plainGains, rules, beyond, lags, corrected, ...of } = statistics;
  const totals = totalsOf(pair.table.clusters);
  const { estimateOf, determinantOf, errorOf, twoSidedP, isAboveP } = estimating(pair, statistics.all);
  const scrambleLags = lags.map(({ base, target, lag }) => ({
    base: names[base],
    target: names[target],
    ...estimateOf(lag),
  }));
  const isCorrected = scrambleLags.some(isBelowZero);
  const [determinant, gain] = [determinantOf(of.determinant), estimateOf(of.meanGain)];
  const detectable = detectableAdvantage({
    plain: targets.map((target) => larger(errorOf(plain[target]), errorOf(plainGains[target]))),
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
      oneSidedP: isAboveP(plain[target]),
      tests: testsOf(pair, { target, second: scoreOf.other }),
    })),
    smallerPlain: estimateOf(of.smallerPlain),
    plainGains: targets.map((target) => ({
      target: names[target],
      other: names[target === 0 ? 1 : 0],
      ...estimateOf(plainGains[target]),
      oneSidedP: isAboveP(plainGains[target]),
    })),
    plainRead: plainRead(index, pair, names, options),
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
    correctedDeterminant: isCorrected ? determinantOf(corrected) : null,
    p: {
      doubleDifference: twoSidedP(of.doubleDifference),
      excess: twoSidedP(of.determinant, true),
      correctedExcess: isCorrected ? twoSidedP(corrected, true) : null,
    },
    detectable,
    excludedGroups: pair.groups.excluded,
  };
}

/** Returns the rule that the target's own model exceeds least. */
function bestRule(
  { table, trainings, rules }: PairTable,
  leads: readonly TrainingStatistic[],
  target: 0 | 1,
): BaselineName | null {
  const totals = totalsOf(table.clusters);
  const values = leads.map((lead) => meanOverTrainings(lead, trainings.length)(totals) ?? Number.POSITIVE_INFINITY);
  return rules[target][values.indexOf(Math.min(...values))] ?? null;
}

function largestP(all: readonly (number | null)[]): number | null {
  return all.some((p) => p === null) ? null : Math.max(...(all as readonly number[]));
}

function larger(one: Jackknife | null, other: Jackknife | null): Jackknife | null {
  return one === null || other === null || one.error > other.error ? one : other;
}

/** Returns both plain advantages on the rows that the two predictors of a target answered; null where these are all. */
function plainRead(
  index: CellIndex,
  whole: PairTable,
  [a, b]: readonly [string, string],
  options: PairAnalysisOptions,
): readonly Direction[] | null {
  if (isReadable(whole)) return null;
  const pair = pairTable(index, [a, b], { ...options, policy: 'parsed', scramble: false });
  const directions = [
    { target: a, other: b },
    { target: b, other: a },
  ];
  if (typeof pair === 'string') {
    return directions.map((names) => ({ ...names, ...missingEstimate('too few answered rows'), oneSidedP: null }));
  }
  const { plain } = pairStatistics(pair);
  const { estimateOf, isAboveP } = estimating(pair, plain);
  return targets.map((target) => ({
    ...(directions[target] as (typeof directions)[number]),
    ...estimateOf(plain[target]),
    oneSidedP: isAboveP(plain[target]),
  }));
}

function isReadable({ table, trainings }: PairTable): boolean {
  const totals = totalsOf(table.clusters);
  return trainings.every((_, training) =>
    targets.every((target) =>
      [scoreOf.ownRead, scoreOf.otherRead].every((score) => table.micro(totals, partOf(training, target), score) === 1),
    ),
  );
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
      { target: a, other: b, ...missing, oneSidedP: null, tests: null },
      { target: b, other: a, ...missing, oneSidedP: null, tests: null },
    ],
    smallerPlain: missing,
    plainGains: [],
    plainRead: null,
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
