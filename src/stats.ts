/**
 * The estimators by themselves, as `self-execution-benchmark/stats`: pure; only permutation tests draw, with a seed. Formulas, assumptions and what each
 * is checked against: docs/statistics.md. It only re-exports.
 * @module
 */

import './util/require-node.ts';

export { probability, yesNo } from './outcome-kinds/binary.ts';
export { category } from './outcome-kinds/categorical.ts';
export { decision, type Payoffs } from './outcome-kinds/decision.ts';
export { type Numbers, numberWithin } from './outcome-kinds/numeric.ts';
export { type GroupWins, type PredictedOrder, ranking } from './outcome-kinds/ranking.ts';
export {
  type CorrectedRate,
  cohenKappa,
  type JudgedRate,
  type JudgeRate,
  type KappaWeights,
  type McNemar,
  mcnemar,
  observedAgreement,
  roganGladen,
} from './stats/agreement.ts';
export { beyondOthers } from './stats/beyond-others.ts';
export {
  type Concordance,
  type RankedRuns,
  type SplitConcordance,
  splitConcordance,
} from './stats/concordance.ts';
export * as confusion from './stats/confusion.ts';
export { type Correlation, pearson, spearman } from './stats/correlation.ts';
export { holm } from './stats/holm.ts';
export { type Interval, wilson } from './stats/intervals.ts';
export {
  type ClusterEstimate,
  correlationBounds,
  jackknife,
  type Known,
  ratioOfSums,
  shareBounds,
  tBounds,
  totalsOf,
} from './stats/jackknife.ts';
export { detectableMcNemar, midPMcNemar, tangoBounds, tangoPs } from './stats/mcnemar.ts';
export { type PairedDifference, type PairedScores, paired } from './stats/paired.ts';
export { type AtMargin, pairedAtMargin } from './stats/paired-margin.ts';
export { detectableDifference } from './stats/power.ts';
export {
  auroc,
  brier,
  type CalibrationBin,
  calibrationCurve,
  type ForecastPoint,
  noiseCorrectedSkill,
  noiseFloor,
  noiseTally,
  type RepeatedItem,
} from './stats/probability.ts';
export { type RaschFit, rasch } from './stats/rasch/rasch.ts';
export { type PaperRasch, raschPaper } from './stats/rasch/rasch-paper.ts';
export type { ScoreTable } from './stats/rasch/score-table.ts';
export { type Informative, type Rungs, type RungTests, rungs, type Useful } from './stats/rungs/rungs.ts';
export type { RuleScores, UnitScores } from './stats/rungs/unit-scores.ts';
export { type TextSimilarity, textSimilarity } from './stats/text-similarity.ts';
