/**
 * The estimators by themselves, as `self-execution-benchmark/stats`: pure; only permutation tests draw, with a seed. Formulas, assumptions and what each
 * is checked against: docs/statistics.md. It only re-exports.
 * @module
 */

import './util/require-node.ts';

export { probability, yesNo } from './measures/binary.ts';
export { category } from './measures/categorical.ts';
export { decision, type Payoffs } from './measures/decision.ts';
export { type Numbers, numberWithin } from './measures/numeric.ts';
export { type GroupWins, type PredictedOrder, ranking } from './measures/ranking.ts';
export { holm } from './stats/basic/holm.ts';
export { type Interval, wilson } from './stats/basic/intervals.ts';
export {
  noiseCorrectedSkill,
  noiseFloor,
  noiseTally,
  normalizedSkill,
  type RepeatedItem,
} from './stats/basic/noise-ceiling.ts';
export { detectableDifference, type PowerTarget, unitsNeeded } from './stats/basic/power.ts';
export { type TextSimilarity, textSimilarity } from './stats/basic/text-similarity.ts';
export { beyondOthers } from './stats/beyond-others/beyond-others.ts';
export * as confusion from './stats/binary/confusion.ts';
export { type Detection, detection } from './stats/binary/detection.ts';
export { agreementTable, cohenKappa, type KappaWeights, observedAgreement } from './stats/binary/kappa.ts';
export { type McNemar, mcnemar } from './stats/binary/mcnemar.ts';
export { type CorrectedRate, type JudgedRate, type JudgeRate, roganGladen } from './stats/binary/rogan-gladen.ts';
export { correlationBounds, shareBounds, tBounds } from './stats/jackknife/bounds.ts';
export { type ClusterEstimate, jackknife, ratioOfSums } from './stats/jackknife/jackknife.ts';
export type { Known } from './stats/jackknife/known.ts';
export { type PairedDifference, type PairedScores, paired } from './stats/jackknife/paired.ts';
export { type Tally, totalsOf } from './stats/jackknife/tallies.ts';
export {
  type Concordance,
  concordance,
  concordanceShare,
  type RankedRuns,
  type SplitConcordance,
  splitConcordance,
} from './stats/order/concordance.ts';
export { type Correlation, pearson, spearman } from './stats/order/correlation.ts';
export { kendallTauB } from './stats/order/kendall.ts';
export { auroc } from './stats/probability/auroc.ts';
export { type BrierParts, brier, brierParts } from './stats/probability/brier.ts';
export {
  type CalibrationBin,
  calibrationCurve,
  expectedCalibrationError,
  type ForecastPoint,
  signedBias,
} from './stats/probability/calibration.ts';
export { type RaschFit, rasch } from './stats/rasch/rasch.ts';
export { type PaperRasch, raschPaper } from './stats/rasch/rasch-paper.ts';
export type { ScoreTable } from './stats/rasch/score-table.ts';
export { type PermutationTest, signFlipTest, twoSampleTest } from './stats/resampling/permutation.ts';
export { type Informative, type Rungs, type RungTests, rungs, type Useful } from './stats/rungs/rungs.ts';
export type { RuleScores, UnitScores } from './stats/rungs/unit-scores.ts';
