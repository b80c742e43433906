/**
 * The public interface: what a script, a config file, and an experiment or a model of one's own need. It only re-exports.
 * Start with `measure`. `prepareRun`, `executeRun`, `analyzeRuns`, `compareRuns` and `writeReport` are its steps.
 * @module
 */

import './util/require-node.ts';

export { analyzeRuns, compareRuns, type ReadRuns, type RunsAnalysis } from './analyze/analyze-runs.ts';
export { chosenRuns } from './answers/choose-runs.ts';
export { type ExecuteOptions, executeRun, type RunResult } from './answers/execute-run.ts';
export type { Ending } from './answers/live/ending.ts';
export type { Progress } from './answers/live/progress.ts';
export { defineConfig, type SebConfig } from './answers/options/define-config.ts';
export type { ModelObject } from './answers/options/own-models.ts';
export type { RunOptions } from './answers/options/run-options.ts';
export { prepareRun } from './answers/prepare/prepare.ts';
export { closeModels, type PreparedRun } from './answers/prepare/prepared-run.ts';
export { runOutcomes } from './answers/stored-run.ts';
export { type Answer, type Attempt, type Failure, noMetadata, type Usage } from './domain/answer.ts';
export type { Call, Message, Sampling } from './domain/call.ts';
export { type Condition, type Factor, type Factors, paperCondition } from './domain/condition.ts';
export type { ItemBase } from './domain/dataset.ts';
export type { Measure } from './domain/measure.ts';
export type { ModelCapability } from './domain/model-capability.ts';
export type { Observed } from './domain/outcome.ts';
export { type Policy, policies } from './domain/policy.ts';
export type { Reader, Reading } from './domain/reading.ts';
export type { RunConfig, RunId, RunSettings } from './domain/run-config.ts';
export type { Answers, Slot, SlotId, SlotKind, SlotState, Slots } from './domain/slot.ts';
export { readJsonObject } from './experiments/common/json-object.ts';
export { quote, withSystem } from './experiments/common/messages.ts';
export { absent, observe, sampleNumbers } from './experiments/common/observe.ts';
export type { CrossItemPass, Experiment, ItemContext, SimulatedSubject } from './experiments/experiment.ts';
export { defineExperiment, type Experiments, experimentRegistry } from './experiments/registry.ts';
export { type Measurement, type MeasureOptions, measure } from './measure.ts';
export { defineModel, type ModelDefinition } from './models/define-model.ts';
export type { LanguageModel, ModelRequest } from './models/language-model.ts';
export { createModel } from './models/registry.ts';
export { type AuthoredOutcome, authoredMeasures } from './outcome-kinds/authored.ts';
export { type BinaryOutcome, binaryMeasures } from './outcome-kinds/binary.ts';
export type { CategoricalOutcome } from './outcome-kinds/categorical.ts';
export type { Outcome, OutcomeRow } from './outcome-kinds/outcome-kinds.ts';
export { rankingMeasures } from './outcome-kinds/ranking.ts';
export type { RankingOutcome } from './outcome-kinds/ranking-terms.ts';
export { type TextOutcome, textMeasures } from './outcome-kinds/text.ts';
/** @deprecated Import from `self-execution-benchmark/report`; this name goes with version 0.4. */
export { type ReportOptions, type RunsReport, writeReport } from './report.ts';
export type { Comparison } from './results/comparison.ts';
export type { Coverage, Estimate, ListedEstimate } from './results/estimate.ts';
export type { Finding } from './results/finding.ts';
export { openStore } from './store/open.ts';
export type { RunRecord, Store } from './store/store.ts';
/** @deprecated Import from `self-execution-benchmark/study`; this name goes with version 0.4. */
export { defineStudy, type StudyDesign } from './study.ts';
export { AppError } from './util/app-error.ts';
export type { AppErrorCode } from './util/error-codes.ts';
