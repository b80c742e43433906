/**
 * The estimators by themselves, as `self-execution-benchmark/stats`: pure and seeded. Formulas, assumptions and what each
 * is checked against: docs/statistics.md. It only re-exports.
 * @module
 */
export { auroc } from './auroc.ts';
export { type BestOther, bestOther, bestOthers } from './best-other.ts';
export { type BootstrapOptions, clusterBootstrap, clusterBootstrapAll, fewestClusters } from './bootstrap.ts';
export { type BrierParts, brier, brierParts } from './brier.ts';
export {
  type CalibrationBin,
  calibrationCurve,
  expectedCalibrationError,
  type ForecastPoint,
  signedBias,
} from './calibration.ts';
export { type Concordance, concordance, concordanceShare, type RankedRuns } from './concordance.ts';
export * as confusion from './confusion.ts';
export { type Correlation, pearson, spearman } from './correlation.ts';
export { type Detection, detection } from './detection.ts';
export { holm } from './holm.ts';
export { type Interval, wilson } from './intervals.ts';
export { agreementTable, cohenKappa, type KappaWeights, observedAgreement } from './kappa.ts';
export { kendallTauB } from './kendall.ts';
export { type McNemar, mcnemar } from './mcnemar.ts';
export { noiseCorrectedSkill, noiseFloor, noiseTally, normalisedSkill, type RepeatedItem } from './noise.ts';
export { type PermutationTest, signFlipTest, twoSampleTest } from './permutation.ts';
export { detectableDifference, type PowerTarget, unitsNeeded } from './power.ts';
export { type RaschFit, rasch } from './rasch.ts';
export { type PaperRasch, raschPaper } from './rasch-paper.ts';
export { type Tally, totalsOf } from './resample.ts';
export { type CorrectedRate, type JudgedRate, type JudgeRate, roganGladen } from './rogan-gladen.ts';
export type { ScoreTable } from './score-table.ts';
export { type CrossItem, type SelfAccess, type SelfAccessOptions, selfAccess } from './self-access.ts';
export type { Control } from './self-access-design.ts';
export { type CrossTallies, type SelfAdvantage, selfAdvantage } from './self-advantage.ts';
export { type TextSimilarity, textSimilarity } from './text-similarity.ts';
