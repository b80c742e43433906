import type { RunResult } from '../../answers/execute-run.ts';
import type { Progress } from '../../answers/live/progress.ts';
import { closeModels } from '../../answers/prepare/prepared-run.ts';
import type { FileChoice } from '../../models/key-destination.ts';
import type { StudyResult } from '../../results/study-result.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { systemClock } from '../../train/hosts/clock.ts';
import type { TrainingPort } from '../../train/hosts/port.ts';
import { openPort } from '../../train/hosts/registry.ts';
import { canonicalJson, type Json } from '../../util/canonical-json.ts';
import { counted } from '../../util/numbers.ts';
import type { Environment } from '../../util/types.ts';
import { analyzeRecord } from '../analyze-record.ts';
import { armsOf, type StudyArm } from '../design/arms.ts';
import { checkDesign, checkPort } from '../design/check-design.ts';
import type { StudyDesign } from '../design/design.ts';
import { settingsOf } from '../design/training-settings.ts';
import { whatDesignShows } from '../design/what-design-shows.ts';
import {
  runOfStep,
  type StudyRecord,
  type StudyStep,
  studyId,
  studySteps,
  type UnfinishedStudy,
  unfinishedStudy,
} from '../study-record.ts';
import { planStudy, type RunStep, type TrainingStep, wordingsOf } from './plan-study.ts';
import { Spending } from './spending.ts';
import { datasetOf, type StudyItems, studyItems, testSizeOf } from './study-items.ts';
import { checkCallPrices, type TrainedFrom, trainedFrom } from './study-models.ts';
import { carryOut, prepareStudyRun, runOfPlan, type StudyRun } from './study-runs.ts';
import { type ArmJob, trainArms, writeArmRows } from './train-arms.ts';

interface StudyContext {
  readonly store: Store;
  readonly stop: AbortSignal;
  readonly environment: Environment;
  /** What the study's file chose of addresses and keys, where it is JSON; absent or null: the user or a program chose. */
  readonly fileChoice?: FileChoice | null;
  /** Folder for training rows. */
  readonly folder: string;
  /** Whether to wait for training jobs to end. */
  readonly wait: boolean;
  /** Whether training jobs that failed or were canceled are started again, which the host may charge again; absent: no. */
  readonly resubmit?: boolean;
  readonly onProgress: (progress: Progress) => void;
  /** Receives one line about the next step, or a warning. */
  readonly note: (line: string) => void;
}

/** Result of executing a study. */
export type StudyOutcome =
  | { readonly kind: 'finished'; readonly id: string; readonly result: StudyResult; readonly record: StudyRecord }
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
  #jobs: readonly ArmJob[] = [];
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
    const { test: dataset } = this.#items;
    await this.#checkPredictors();
    const size = testSizeOf(design, this.#items);
    for (const text of whatDesignShows(design, size)) this.#context.note(text);
    const steps = planStudy(design);
    const port = steps.some(({ kind }) => kind === 'training') ? await this.#openPort() : null;
    try {
      for (const [index, step] of steps.entries()) {
        if (step.kind === 'run') await this.#run(step, { place: index + 1, steps: steps.length });
        else if (port !== null) await this.#train(step, port);
      }
    } finally {
      await port?.close();
    }
    const arms = armsOf(design).map((arm) => ({ ...arm, model: this.#modelOf(arm) }));
    const { store, note } = this.#context;
    const { items } = dataset;
    const record: StudyRecord = {
      design,
      arms,
      runs: this.#runs,
      jobs: this.#jobs.map((job) => ({ arm: job.arm.name, job: job.job.key, model: modelOfJob(job) })),
      notes: [...notes],
      testItems: items.length,
      testStrings: size.strings,
    };
    note('analyzing');
    const result = await analyzeRecord(store, record);
    const id = studyId(design);
    await store.putStudy({ id, at: new Date().toISOString(), record: jsonOf(record) });
    return { kind: 'finished', id, result, record };
  }

  /** Opens predictors that are not targets, so that a missing key or address is found before the first call. */
  async #checkPredictors(): Promise<void> {
    const { targets, predictors = [] } = this.#design;
    const models = predictors.filter((name) => !targets.includes(name));
    if (models.length === 0) return;
    const { store, fileChoice = null } = this.#context;
    const context = { store, fileChoice, budget: this.#design.budget ?? null, bases: this.#bases };
    const wordings = wordingsOf(this.#design).test;
    const dataset = this.#items.test;
    const run: StudyRun = { models, asks: 'predictions', dataset, wordings, mode: null, system: null };
    await closeModels(await prepareStudyRun(this.#design, run, context));
  }

  async #run(step: RunStep, place: Pick<UnfinishedStudy, 'place' | 'steps'>): Promise<void> {
    const { store, stop, onProgress, note, fileChoice = null } = this.#context;
    const models = [...new Set(step.arms.map((arm) => this.#modelOf(arm)))];
    const dataset = datasetOf(this.#items, step.items);
    const run = runOfPlan(step, { models, dataset });
    const what = run.asks === 'both' ? run.experiments.join(', ') : counted(run.dataset.items.length, 'item');
    const mode = step.mode === null ? '' : `${step.mode}, `;
    note(`${studySteps[step.name]}: ${mode}${counted(models.length, 'model')}, ${what}`);
    const result = await carryOut(this.#design, run, {
      store,
      stop,
      onProgress,
      bases: this.#bases,
      fileChoice,
      left: (own) => this.#spending.left(store, own),
      onPrepared: (run) => this.#mark({ step: step.name, ...place, runs: [...this.#runs, { step: step.name, run }] }),
      follows: step.follows === null ? null : runOfStep({ runs: this.#runs }, step.follows),
    });
    this.#spending.addRun(result.run, result.unsure);
    this.#runs.push({ step: step.name, run: result.run });
    if (result.status === 'finished') return;
    const serving = models.some((name) => this.#bases.has(name)) ? this.#serving : [];
    throw new Unfinished({ kind: 'stopped', step: step.name, run: result, serving });
  }

  /** Stores where the study is, so that a report of its runs shows the study. A finished study is not overwritten. */
  async #mark(unfinished: UnfinishedStudy): Promise<void> {
    const { store } = this.#context;
    const id = studyId(this.#design);
    const stored = (await store.studies()).find((each) => each.id === id);
    if (stored !== undefined && unfinishedStudy(stored) === null) return;
    await store.putStudy({ id, at: new Date().toISOString(), record: { ...unfinished } });
  }

  async #finishedRun(step: StudyStep): Promise<RunRecord> {
    const id = runOfStep({ runs: this.#runs }, step);
    const record = id === null ? null : await this.#context.store.run(id);
    if (record === null) throw new Error(`the step ${step} has no run in the store`);
    return record;
  }

  /** Opens the training port, so that a setting that it refuses is found before the first call. */
  async #openPort(): Promise<TrainingPort> {
    const { environment, note, fileChoice } = this.#context;
    const chosen = fileChoice == null ? null : { ...fileChoice, baseUrl: true, apiKeyVariable: true }; // no flag sets the port
    const port = await openPort(settingsOf(this.#design), { environment, clock: systemClock, fileChoice: chosen });
    try {
      checkPort(this.#design, port);
    } catch (error) {
      await port.close();
      throw error;
    }
    for (const line of port.notes) note(line);
    return port;
  }

  /** Writes the rows of the arms from the executions of training items, and runs their jobs. */
  async #train({ arms }: TrainingStep, port: TrainingPort): Promise<void> {
    const design = this.#design;
    const { store, stop, note, folder, wait, resubmit = false } = this.#context;
    const run = await this.#finishedRun('training-executions');
    const ofShifted = arms.some(({ shiftedOf }) => shiftedOf !== undefined)
      ? await this.#finishedRun('shifted-training-executions')
      : run;
    const { testStrings } = this.#items;
    const spending = this.#spending;
    const context = { store, port, clock: systemClock, stop, note, folder, spending, wait, resubmit, testStrings };
    const folders = await writeArmRows(design, { arms, run, ofShifted }, context);
    note(`training: ${folders.size} jobs at the port ${port.name}`);
    const jobs = await trainArms(design, folders, context);
    const isComplete = jobs.length === arms.length && jobs.every(({ job }) => job.state.kind === 'succeeded');
    if (!isComplete) throw new Unfinished({ kind: 'waiting', jobs });
    this.#serving = port.servingSteps([...new Set(jobs.flatMap(({ job }) => hostModelOf(job)))]);
    this.#jobs = jobs;
    this.#bases = trainedFrom(armsOf(design).map((arm) => ({ ...arm, model: this.#modelOf(arm) })));
  }

  /** Returns the model of an arm; a trained one exists after its job. */
  #modelOf(arm: StudyArm): string {
    const job = this.#jobs.find((each) => each.arm.name === arm.name);
    const model = arm.model ?? (job === undefined ? null : modelOfJob(job));
    if (model === null) throw new Error(`the arm "${arm.name}" has no model`);
    return model;
  }
}

/** Returns a record as JSON, without undefined fields. */
function jsonOf(record: StudyRecord): Json {
  return JSON.parse(canonicalJson(record));
}

function modelOfJob({ arm, job: { state } }: ArmJob): string {
  if (state.kind === 'succeeded') return state.model;
  throw new Error(`the job of the arm "${arm.name}" has not succeeded`);
}

function hostModelOf({ state }: ArmJob['job']): readonly string[] {
  return state.kind === 'succeeded' ? [state.hostModel ?? state.model] : [];
}
