import type { Environment } from '../../models/credentials.ts';
import type { Progress } from '../../run/execute/progress.ts';
import type { RunResult } from '../../run/execute-run.ts';
import { closeModels } from '../../run/prepare/prepared-run.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { systemClock } from '../../train/clock.ts';
import { openPort } from '../../train/ports/registry.ts';
import { canonicalJson, type Json } from '../../util/canonical-json.ts';
import { learnedValues } from '../analyses/rows.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { armsOf, isExecutedLater, isTrainedByStudy, type StudyArm } from '../design/arms.ts';
import { checkDesign, checkPort } from '../design/check-design.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import { scoredArm } from '../rows/effect-rows.ts';
import { readOffItems } from '../rows/read-off-items.ts';
import { followedSteps, runOfStep, type StudyRecord, type StudyStep, studyId, studySteps } from '../study-record.ts';
import { checkCallPrices, type TrainedFrom, trainedFrom } from './reach-models.ts';
import { Spending } from './spending.ts';
import { type StudyItems, studyItems, trainingPart } from './study-items.ts';
import { carryOut, prepareStudyRun, type SelfExecutionRun, type StudyRun, wordingsOf } from './study-runs.ts';
import { type ArmJob, settingsOf, trainArms, writeArmRows } from './train-arms.ts';

interface StudyContext {
  readonly store: Store;
  readonly stop: AbortSignal;
  readonly environment: Environment;
  /** Folder for training rows. */
  readonly folder: string;
  /** Whether to wait for training jobs to end. */
  readonly wait: boolean;
  readonly onProgress: (progress: Progress) => void;
  /** Receives one line about the next step, or a warning. */
  readonly note: (line: string) => void;
}

/** Result of executing a study. */
export type StudyOutcome =
  | { readonly kind: 'finished'; readonly result: StudyResult; readonly record: StudyRecord }
  /** Training jobs have not ended; the same command continues afterwards. */
  | { readonly kind: 'waiting'; readonly jobs: readonly ArmJob[] }
  /** A run has not finished. */
  | {
      readonly kind: 'stopped';
      readonly step: StudyStep;
      readonly run: RunResult;
      /** Steps that the user must take before the trained models answer; empty if no trained model was called. */
      readonly serving: readonly string[];
    };

/** Thrown inside a study to leave it when a step did not finish. */
class Unfinished extends Error {
  readonly outcome: StudyOutcome;

  constructor(outcome: StudyOutcome) {
    super('the study has not finished');
    this.outcome = outcome;
  }
}

/**
 * Executes a study, or the rest of it: stored answers and training jobs are not paid for again. Throws an AppError for
 * an invalid design before anything is sent.
 */
export async function runStudy(design: StudyDesign, context: StudyContext): Promise<StudyOutcome> {
  const notes = checkDesign(design);
  await checkCallPrices(design, armsOf(design));
  const items = await studyItems(design);
  const study = new Study(design, items, context);
  try {
    return await study.carryOut(notes);
  } catch (error) {
    if (error instanceof Unfinished) return error.outcome;
    throw error;
  }
}

/** The steps of one study. */
class Study {
  readonly #design: StudyDesign;
  readonly #items: StudyItems;
  readonly #context: StudyContext;
  readonly #spending: Spending;
  readonly #runs: StudyRecord['runs'] = [];
  /** Base of each trained model that exists so far. */
  #bases: TrainedFrom;
  /** Steps that the user must take before the models of the study's jobs answer. */
  #serving: readonly string[] = [];

  constructor(design: StudyDesign, items: StudyItems, context: StudyContext) {
    this.#design = design;
    this.#items = items;
    this.#context = context;
    this.#spending = new Spending(design.budget ?? null);
    this.#bases = trainedFrom(armsOf(design));
  }

  async carryOut(notes: readonly string[]): Promise<StudyOutcome> {
    const design = this.#design;
    const { test: dataset, trained } = this.#items;
    const planned = armsOf(design);
    await this.#checkPredictors();
    const jobs = await this.#train(planned);
    const arms = withModels(planned, jobs);
    this.#bases = trainedFrom(arms);
    await this.#run('executions', { models: design.targets, asks: 'executions', dataset });
    const models = [...new Set(arms.map(({ model }) => model))];
    await this.#run('predictions', { models, asks: 'predictions', dataset });
    const later = arms.filter(isExecutedLater).map(({ model }) => model);
    if (later.length > 0) await this.#run('trained-executions', { models: later, asks: 'executions', dataset });
    await this.#controls(arms);
    await this.#promptShift(arms);
    await this.#selfExecution(arms);
    const { store, note } = this.#context;
    const { items } = dataset;
    const record: StudyRecord = {
      design,
      arms,
      trained: [...trained],
      runs: this.#runs,
      jobs: jobs.map((job) => ({ arm: job.arm.name, job: job.job.key, model: modelOfJob(job) })),
      notes: [...notes],
      testItems: items.length,
      testStrings: new Set(items.map((item) => experimentOf(design).cluster(item))).size,
    };
    note('analyzing');
    const result = await analyzeRecord(store, record);
    await store.putStudy({ id: studyId(design), at: new Date().toISOString(), record: jsonOf(record) });
    return { kind: 'finished', result, record };
  }

  /** Opens predictors that are not targets, so that a missing key or address is found before the first call. */
  async #checkPredictors(): Promise<void> {
    const { targets, predictors = [] } = this.#design;
    const models = predictors.filter((name) => !targets.includes(name));
    if (models.length === 0) return;
    const context = { store: this.#context.store, budget: this.#design.budget ?? null, bases: this.#bases };
    const run: StudyRun = { models, asks: 'predictions', dataset: this.#items.test };
    await closeModels(await prepareStudyRun(this.#design, run, context));
  }

  /**
   * Measures the in-sample fit of the trained models, and whether the base models can name the property of a shown
   * reply.
   */
  async #controls(arms: StudyRecord['arms']): Promise<void> {
    const design = this.#design;
    const { store } = this.#context;
    const { fit, readOff } = design.controls ?? {};
    const { train } = this.#items;
    if (train === null) return;
    const fitted = arms.filter(({ arm, size }) => learnedValues(arm) && size === null).map(({ model }) => model);
    if (fit !== undefined && fitted.length > 0) {
      const dataset = trainingPart(design, train, fit);
      await this.#run('fit', { models: fitted, asks: 'predictions', dataset, wordings: wordingsOf(design).train });
    }
    if (readOff === undefined) return;
    const executed = runOfStep({ runs: this.#runs }, 'training-executions');
    if (executed === null) return;
    const run = await recordOf(store, executed);
    const { dataset } = await readOffItems(design, { store, run, source: train });
    const models = [...new Set(arms.map(({ base }) => base))];
    await this.#run('read-off', {
      models,
      asks: 'predictions',
      dataset,
      wordings: [experimentOf(design).training.wordings.shown],
    });
  }

  /** Runs executions of targets and self-trained models under a system prompt, and predictions that mention it. */
  async #promptShift(arms: StudyRecord['arms']): Promise<void> {
    const { targets, promptShift } = this.#design;
    if (promptShift === undefined) return;
    const { system } = promptShift;
    const trained = arms.filter(({ arm, size }) => arm === 'self' && size === null).map(({ model }) => model);
    const { test: dataset } = this.#items;
    const run = { models: [...targets, ...trained], dataset, system };
    await this.#run('prompt-executions', { ...run, asks: 'executions' });
    await this.#run('prompt-predictions', {
      ...run,
      asks: 'predictions',
      wordings: [experimentOf(this.#design).training.wordings.told],
    });
  }

  async #selfExecution(arms: StudyRecord['arms']): Promise<void> {
    const { selfExecution } = this.#design;
    if (selfExecution === undefined) return;
    const models = arms.filter((arm) => scoredArm(arm) !== null).map(({ model }) => model);
    const { experiments, items = null } = selfExecution;
    await this.#run('self-execution', { models, asks: 'both', experiments, limit: items });
  }

  async #run(step: StudyStep, run: StudyRun | SelfExecutionRun): Promise<RunRecord> {
    const { store, stop, onProgress, note } = this.#context;
    const what = run.asks === 'both' ? run.experiments.join(', ') : `${run.dataset.items.length} items`;
    note(`${studySteps[step]}: ${run.models.length} models, ${what}`);
    const followed = followedSteps[step];
    const result = await carryOut(this.#design, run, {
      store,
      stop,
      onProgress,
      bases: this.#bases,
      left: (own) => this.#spending.left(store, own),
      follows: followed === undefined ? null : runOfStep({ runs: this.#runs }, followed),
    });
    this.#spending.addRun(result.run);
    this.#runs.push({ step, run: result.run });
    if (result.status !== 'finished') {
      const serving = run.models.some((name) => this.#bases.has(name)) ? this.#serving : [];
      throw new Unfinished({ kind: 'stopped', step, run: result, serving });
    }
    return await recordOf(store, result.run);
  }

  /** Runs steps 1 to 3: executions of training items, rows, jobs. */
  async #train(arms: readonly StudyArm[]): Promise<readonly ArmJob[]> {
    const wanted = arms.filter(isTrainedByStudy);
    const { train: dataset, testStrings } = this.#items;
    if (wanted.length === 0 || dataset === null) return [];
    const design = this.#design;
    const { store, environment, stop, note, folder, wait } = this.#context;
    const port = await openPort(settingsOf(design), { environment, clock: systemClock });
    try {
      checkPort(design, port);
      for (const line of port.notes) note(line);
      const run = await this.#run('training-executions', {
        models: design.targets,
        asks: 'executions',
        dataset,
      });
      const context = {
        store,
        port,
        clock: systemClock,
        stop,
        note,
        folder,
        spending: this.#spending,
        wait,
        testStrings,
      };
      const folders = await writeArmRows(design, { arms: wanted, run }, context);
      note(`training: ${folders.size} jobs at the port ${port.name}`);
      const jobs = await trainArms(design, folders, context);
      const isComplete = jobs.length === wanted.length && jobs.every(({ job }) => job.state.kind === 'succeeded');
      if (!isComplete) throw new Unfinished({ kind: 'waiting', jobs });
      this.#serving = port.servingSteps([...new Set(jobs.flatMap(({ job }) => hostModelOf(job)))]);
      return jobs;
    } finally {
      await port.close();
    }
  }
}

/** Returns a record as JSON, without undefined fields. */
function jsonOf(record: StudyRecord): Json {
  return JSON.parse(canonicalJson(record));
}

function withModels(arms: readonly StudyArm[], jobs: readonly ArmJob[]): StudyRecord['arms'] {
  const trained = new Map(jobs.map((job) => [job.arm.name, modelOfJob(job)]));
  return arms.map((arm) => {
    const model = arm.model ?? trained.get(arm.name);
    if (model === undefined) throw new Error(`the arm "${arm.name}" has no model`);
    return { ...arm, model };
  });
}

function modelOfJob({ arm, job: { state } }: ArmJob): string {
  if (state.kind === 'succeeded') return state.model;
  throw new Error(`the job of the arm "${arm.name}" has not succeeded`);
}

function hostModelOf({ state }: ArmJob['job']): readonly string[] {
  return state.kind === 'succeeded' ? [state.hostModel ?? state.model] : [];
}

async function recordOf(store: Store, id: RunResult['run']): Promise<RunRecord> {
  const record = (await store.runs()).find((run) => run.id === id);
  if (record === undefined) throw new Error(`run ${id} is not in the store`);
  return record;
}
