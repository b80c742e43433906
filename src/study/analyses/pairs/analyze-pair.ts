import { totalsOf } from '../../../stats/resampling/resample.ts';
import type { CellIndex } from '../cells.ts';
import { type Drawing, estimateAll, missingEstimate, type StudyEstimate } from '../estimate.ts';
import { doubleDifference, type Square } from './double-difference.ts';
import { excess, gainDeterminant, meanGain } from './excess.ts';
import { jackknife, jackknifeP } from './jackknife.ts';
import { type GainBase, gainSquare, macroSquare, type PairOptions, type PairTable, pairTable } from './pair-table.ts';
import { accuracyDifference, type PairedTests, pairedTests } from './plain-advantage.ts';

/** Plain advantage of one target's own model over the other model of the pair. */
interface PlainAdvantage extends StudyEstimate {
  readonly target: string;
  readonly other: string;
  readonly tests: PairedTests | null;
}

/** Results of the 2 x 2 design of two models. */
export interface PairAnalysis {
  readonly a: string;
  readonly b: string;
  /** Null where a cell of the design is missing. */
  readonly gainBase: GainBase | null;
  /** Macro accuracy of each cell. */
  readonly accuracy: Square<number> | null;
  /** Both directions. */
  readonly plain: readonly PlainAdvantage[];
  /** The smaller of the two plain advantages: under a rank-one null at most one direction is positive. */
  readonly smallerPlain: StudyEstimate;
  readonly doubleDifference: StudyEstimate;
  /** The by-group determinant of the gains, jackknife bias-corrected; its interval decides about the excess. */
  readonly determinant: StudyEstimate;
  readonly meanGain: StudyEstimate;
  readonly excess: StudyEstimate;
  /** Two-sided p values of I and of the determinant against 0; null where undefined. */
  readonly p: { readonly doubleDifference: number | null; readonly excess: number | null };
  readonly excludedGroups: readonly { readonly group: string; readonly reason: string }[];
}

/** Number of bootstrap draws; tests of differences use the same seed. */
export interface PairAnalysisOptions extends PairOptions, Drawing {}

const self = 0;
const cross = 1;

/** Computes plain advantages, double difference and excess of two models on the rows that all predictors share. */
export function analyzePair(
  index: CellIndex,
  [a, b]: readonly [string, string],
  options: PairAnalysisOptions,
): PairAnalysis {
  const pair = pairTable(index, [a, b], options);
  if (typeof pair === 'string') return withoutDesign([a, b], pair);
  const { table } = pair;
  const plainOf = (totals: ArrayLike<number>, part: number) =>
    accuracyDifference(table, totals, { part, first: self, second: cross });
  const [ofA, ofB, smaller, difference, determinant, gain, ratio] = estimateAll(table, options, (totals) => {
    const square = macroSquare(pair, totals);
    const [first, second] = [plainOf(totals, 0), plainOf(totals, 1)];
    const [product, learned] = [meanDeterminant(pair, totals), gainOf(pair, totals)];
    return [
      first,
      second,
      first === null || second === null ? null : Math.min(first, second),
      square === null ? null : doubleDifference(square),
      product,
      learned,
      product === null || learned === null ? null : excess(product, learned),
    ];
  }) as readonly [
    StudyEstimate,
    StudyEstimate,
    StudyEstimate,
    StudyEstimate,
    StudyEstimate,
    StudyEstimate,
    StudyEstimate,
  ];
  const spread = jackknife(table.clusters, (totals) => meanDeterminant(pair, totals));
  const corrected = spread === null ? determinant : { ...determinant, value: spread.corrected };
  const spreadOfI = jackknife(table.clusters, (totals) => {
    const square = macroSquare(pair, totals);
    return square === null ? null : doubleDifference(square);
  });
  return {
    a,
    b,
    gainBase: pair.gainBase,
    accuracy: macroSquare(pair, totalsOf(table.clusters)),
    plain: [
      { target: a, other: b, ...ofA, tests: pairedTests(table, { part: 0, first: self, second: cross }, options) },
      { target: b, other: a, ...ofB, tests: pairedTests(table, { part: 1, first: self, second: cross }, options) },
    ],
    smallerPlain: smaller,
    doubleDifference: difference,
    determinant: corrected,
    meanGain: gain,
    excess: excessEstimate(corrected, gain, ratio),
    p: {
      doubleDifference: spreadOfI === null ? null : jackknifeP(spreadOfI),
      excess: spread === null ? null : jackknifeP(spread),
    },
    excludedGroups: pair.groups.excluded,
  };
}

/** Returns the mean over groups of the determinant of the gains. */
function meanDeterminant(pair: PairTable, totals: ArrayLike<number>): number | null {
  return pair.table.overGroups((group) => {
    const gains = gainSquare(pair, totals, group);
    return gains === null ? null : gainDeterminant(gains);
  });
}

function gainOf(pair: PairTable, totals: ArrayLike<number>): number | null {
  return pair.table.overGroups((group) => {
    const gains = gainSquare(pair, totals, group);
    return gains === null ? null : meanGain(gains);
  });
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
    accuracy: null,
    plain: [
      { target: a, other: b, ...missing, tests: null },
      { target: b, other: a, ...missing, tests: null },
    ],
    smallerPlain: missing,
    doubleDifference: missing,
    determinant: missing,
    meanGain: missing,
    excess: missing,
    p: { doubleDifference: null, excess: null },
    excludedGroups: [],
  };
}
