/**
 * The estimators by themselves, as `self-execution-benchmark/stats`: pure; only permutation tests draw, with a seed. Formulas, assumptions and what each
 * is checked against: docs/statistics.md. It only re-exports.
 * @module
 */

import '../util/require-node.ts';

export { holm } from './basic/holm.ts';
export { type Interval, wilson } from './basic/intervals.ts';
export {
  noiseCorrectedSkill,
  noiseFloor,
  noiseTally,
  normalizedSkill,
  type RepeatedItem,
} from './basic/noise-ceiling.ts';
export { detectableDifference, type PowerTarget, unitsNeeded } from './basic/power.ts';
export { type TextSimilarity, textSimilarity } from './basic/text-similarity.ts';
export { beyondOthers } from './beyond-others/beyond-others.ts';
export * as confusion from './binary/confusion.ts';
export { type Detection, detection } from './binary/detection.ts';
export { agreementTable, cohenKappa, type KappaWeights, observedAgreement } from './binary/kappa.ts';
export { type McNemar, mcnemar } from './binary/mcnemar.ts';
export { type CorrectedRate, type JudgedRate, type JudgeRate, roganGladen } from './binary/rogan-gladen.ts';
export { correlationBounds, shareBounds, tBounds } from './jackknife/bounds.ts';
export { type ClusterEstimate, jackknife, ratioOfSums } from './jackknife/jackknife.ts';
export type { Known } from './jackknife/known.ts';
export { type PairedDifference, type PairedScores, paired } from './jackknife/paired.ts';
export { type Tally, totalsOf } from './jackknife/tallies.ts';
export {
  type Concordance,
  concordance,
  concordanceShare,
  type RankedRuns,
  type SplitConcordance,
  splitConcordance,
} from './order/concordance.ts';
export { type Correlation, pearson, spearman } from './order/correlation.ts';
export { kendallTauB } from './order/kendall.ts';
export { auroc } from './probability/auroc.ts';
export { type BrierParts, brier, brierParts } from './probability/brier.ts';
export {
  type CalibrationBin,
  calibrationCurve,
  expectedCalibrationError,
  type ForecastPoint,
  signedBias,
} from './probability/calibration.ts';
export { type RaschFit, rasch } from './rasch/rasch.ts';
export { type PaperRasch, raschPaper } from './rasch/rasch-paper.ts';
export type { ScoreTable } from './rasch/score-table.ts';
export { type PermutationTest, signFlipTest, twoSampleTest } from './resampling/permutation.ts';
export { category } from './rungs/kinds/category.ts';
export { decision, type Payoffs } from './rungs/kinds/decision.ts';
export { type Numbers, numberWithin } from './rungs/kinds/number.ts';
export { type GroupWins, type PredictedOrder, ranking } from './rungs/kinds/ranking.ts';
export { probability, yesNo } from './rungs/kinds/yes-no.ts';
export { type Informative, type Rungs, type RungTests, rungs, type Useful } from './rungs/rungs.ts';
export type { RuleScores, UnitScores } from './rungs/unit-scores.ts';
