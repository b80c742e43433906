/**
 * The public interface: what a config file, a script and an experiment of one's own need. It only re-exports.
 * @module
 */
export { analyse } from './analyse/analyse.ts';
export * as authoredMeasures from './analyse/authored-measures.ts';
export * as binaryMeasures from './analyse/binary-measures.ts';
export type { Coverage, Estimate } from './analyse/estimate.ts';
export type { Measure } from './analyse/measure.ts';
export * as rankingMeasures from './analyse/ranking-measures.ts';
export * as textMeasures from './analyse/text-measures.ts';
export type { Answer, Attempt, Failure, Usage } from './call/answer.ts';
export type { Progress } from './call/progress.ts';
export { defineConfig, type SebConfig } from './config/define-config.ts';
export type { RunOptions } from './config/options.ts';
export { prepareRun } from './config/prepare.ts';
export type { RunConfig, RunId, RunSettings } from './config/run-config.ts';
export type {
  Answers,
  Experiment,
  ItemBase,
  ItemContext,
  Reader,
  Relate,
  SimulatedSubject,
  Slotted,
} from './experiments/experiment.ts';
export { defineExperiment, experimentRegistry } from './experiments/registry.ts';
export type { LanguageModel, ModelRequest } from './models/language-model.ts';
export { createModel } from './models/registry.ts';
export { executeRun, type PreparedRun, type RunResult, runOutcomes } from './pipeline.ts';
export type { Call, Message, Sampling, Slot } from './plan/call.ts';
export { type Condition, paperCondition } from './plan/condition.ts';
export { withSystem } from './plan/messages.ts';
export { quote } from './plan/quote.ts';
export { readJsonObject } from './read/json-object.ts';
export type { Reading } from './read/reading.ts';
export type {
  AuthoredOutcome,
  BinaryOutcome,
  Outcome,
  OutcomeRow,
  Part,
  RankingOutcome,
  TextOutcome,
} from './score/outcome.ts';
export { absent, partOf, sampleNumbers } from './score/part.ts';
export { type Policy, policies } from './score/policy.ts';
export { openStore } from './store/open.ts';
export type { RunRecord, Store } from './store/store.ts';
export { AppError } from './util/app-error.ts';
