/**
 * The public interface: what a script, a config file, and an experiment or a model of one's own need. It only re-exports.
 * Start with `measure`. `prepareRun`, `executeRun`, `analyzeRuns`, `compareRuns` and `writeReport` are its steps.
 * @module
 */
export type { Comparison } from './analyze/compare/comparison-types.ts';
export type { ModelContrasts } from './analyze/contrasts.ts';
export { defineConfig, type SebConfig } from './config/define-config.ts';
export type { ModelObject } from './config/own-models.ts';
export { prepareRun } from './config/prepare.ts';
export { closeModels, type PreparedRun } from './config/prepared-run.ts';
export type { RunOptions } from './config/run-options.ts';
export { type Answer, type Attempt, type Failure, noMetadata, type Usage } from './domain/answer.ts';
export type { Call, Message, Sampling } from './domain/call.ts';
export { type Condition, type Factor, type Factors, paperCondition } from './domain/condition.ts';
export type { Coverage, Estimate } from './domain/estimate.ts';
export type { ItemBase } from './domain/item.ts';
export type { Measure } from './domain/measure.ts';
export type { ModelCapability } from './domain/model-capability.ts';
export type {
  AuthoredOutcome,
  BinaryOutcome,
  CategoricalOutcome,
  Observed,
  Outcome,
  OutcomeRow,
  RankingOutcome,
  TextOutcome,
} from './domain/outcome.ts';
export { type Policy, policies } from './domain/policy.ts';
export type { Reader, Reading } from './domain/reading.ts';
export type { RunConfig, RunId, RunSettings } from './domain/run-config.ts';
export type { Answers, Slot, SlotId, SlotKind, SlotState, Slots } from './domain/slot.ts';
export type { Ending } from './execute/ending.ts';
export type { Progress } from './execute/progress.ts';
export type { CrossItemPass, Experiment, ItemContext, SimulatedSubject } from './experiments/experiment.ts';
export { defineExperiment, type Experiments, experimentRegistry } from './experiments/registry.ts';
export * as authoredMeasures from './measures/authored-measures.ts';
export * as binaryMeasures from './measures/binary-measures.ts';
export * as rankingMeasures from './measures/ranking-measures.ts';
export * as textMeasures from './measures/text-measures.ts';
export { defineModel, type ModelDefinition } from './models/define-model.ts';
export type { LanguageModel, ModelRequest } from './models/language-model.ts';
export { createModel } from './models/registry.ts';
export { analyzeRuns, compareRuns, type ReadRuns, type RunsAnalysis } from './pipeline/analyze-runs.ts';
export { chosenRuns } from './pipeline/choose-runs.ts';
export { type ExecuteOptions, executeRun, type RunResult, runOutcomes } from './pipeline/execute-run.ts';
export { type Measurement, type MeasureOptions, measure } from './pipeline/measure.ts';
export type { RunsReport } from './pipeline/write-report-files.ts';
export { withSystem } from './prompt/messages.ts';
export { quote } from './prompt/quote.ts';
export { readJsonObject } from './read/json-object.ts';
export { absent, observe, sampleNumbers } from './read/observe.ts';
export { openStore } from './store/open.ts';
export type { RunRecord, Store } from './store/store.ts';
export { defineStudy, type StudyDesign } from './study/design.ts';
export { AppError } from './util/app-error.ts';
export { type ReportOptions, writeReport } from './view/write-report.ts';
