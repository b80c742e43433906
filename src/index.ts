/**
 * The public interface: what a config file, a script and an experiment of one's own need. It only re-exports.
 * @module
 */
export { analyze as analyse } from './analyze/analyze.ts';
export { defineConfig, type SebConfig } from './config/define-config.ts';
export type { RunOptions } from './config/options.ts';
export { prepareRun } from './config/prepare.ts';
export type { PreparedRun } from './config/prepared-run.ts';
export type { Answer, Attempt, Failure, Usage } from './domain/answer.ts';
export type { Call, Message, Sampling, Slot } from './domain/call.ts';
export { type Condition, paperCondition } from './domain/condition.ts';
export type { Coverage, Estimate } from './domain/estimate.ts';
export type { ItemBase } from './domain/item.ts';
export type { Measure } from './domain/measure.ts';
export type {
  AuthoredOutcome,
  BinaryOutcome,
  CategoricalOutcome,
  Observed as Part,
  Outcome,
  OutcomeRow,
  RankingOutcome,
  TextOutcome,
} from './domain/outcome.ts';
export { type Policy, policies } from './domain/policy.ts';
export type { Reader, Reading } from './domain/reading.ts';
export type { RunConfig, RunId, RunSettings } from './domain/run-config.ts';
export type { Answers, SlotState as Slotted } from './domain/slot-state.ts';
export type { Progress } from './execute/progress.ts';
export type {
  CrossItemPass as Relate,
  Experiment,
  ItemContext,
  SimulatedSubject,
} from './experiments/experiment.ts';
export { defineExperiment, experimentRegistry } from './experiments/registry.ts';
export * as authoredMeasures from './measures/authored-measures.ts';
export * as binaryMeasures from './measures/binary-measures.ts';
export * as rankingMeasures from './measures/ranking-measures.ts';
export * as textMeasures from './measures/text-measures.ts';
export type { LanguageModel, ModelRequest } from './models/language-model.ts';
export { createModel } from './models/registry.ts';
export { executeRun, type RunResult, runOutcomes } from './pipeline/execute-run.ts';
export { withSystem } from './prompt/messages.ts';
export { quote } from './prompt/quote.ts';
export { readJsonObject } from './read/json-object.ts';
export { absent, observe as partOf, sampleNumbers } from './read/observe.ts';
export { openStore } from './store/open.ts';
export type { RunRecord, Store } from './store/store.ts';
export { defineStudy, type StudyDesign } from './study/design.ts';
export { AppError } from './util/app-error.ts';
