import type { RunId } from '../domain/run-config.ts';
import type { Progress } from '../execute/progress.ts';
import { analyzeStudy } from '../introspection/analyze-study.ts';
import type { StudyResult } from '../introspection/study-result.ts';
import type { Environment } from '../models/credentials.ts';
import type { RunResult } from '../pipeline/execute-run.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { type Clock, systemClock } from '../train/clock.ts';
import { openPort } from '../train/ports/registry.ts';
import { armsOf, isTrainedByStudy, type StudyArm } from './arms.ts';
import { checkDesign, checkPort } from './check-design.ts';
import type { StudyDesign } from './design.ts';
import { calibrationSamples, observationsOf, predictionRows } from './prediction-rows.ts';
import { type CouplingInput, couplingRows, shiftRows } from './shift-rows.ts';
import { Spending } from './spending.ts';
import { type StudyItems, studyItems } from './study-items.ts';
import { carryOut, type StudyRun } from './study-runs.ts';
import { type ArmJob, settingsOf, trainArms, writeArmRows } from './train-arms.ts';

export interface StudyContext {
  readonly store: Store;
  readonly stop: AbortSignal;
  readonly environment: Environment;
  /** Folder for training rows. */
  readonly folder: string;
  /** Whether to wait for training jobs to end. */
  readonly wait: boolean;
  readonly clock?: Clock;
  readonly onProgress: (progress: Progress) => void;
  /** Takes one line about what happens next, or a warning. */
  readonly note: (line: string) => void;
}

/** What a study has come to. */
export type StudyOutcome =
  | { readonly kind: 'finished'; readonly result: StudyResult; readonly facts: StudyFacts }
  /** Training jobs have not ended: the same command goes on once they have. */
  | { readonly kind: 'waiting'; readonly jobs: readonly ArmJob[] }
  /** A run has not finished. */
  | { readonly kind: 'stopped'; readonly step: string; readonly run: RunResult };

/** What the result was computed from. */
export interface StudyFacts {
  readonly notes: readonly string[];
  readonly runs: readonly { readonly step: string; readonly run: RunId }[];
  readonly jobs: readonly { readonly arm: string; readonly job: string; readonly model: string }[];
  readonly testItems: number;
  readonly testStrings: number;
}

/** Thrown inside a study to leave it where a step did not finish. */
class Unfinished extends Error {
  readonly outcome: StudyOutcome;

  constructor(outcome: StudyOutcome) {
    super('the study has not finished');
    this.outcome = outcome;
  }
}

/**
 * Carries out a study, or what is left of it: answers and training jobs that are in the store are not paid for again.
 * Throws an AppError for an impossible design before anything is sent.
 */
export async function runStudy(design: StudyDesign, context: StudyContext): Promise<StudyOutcome> {
  const notes = checkDesign(design);
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
  readonly #runs: { step: string; run: RunId }[] = [];

  constructor(design: StudyDesign, items: StudyItems, context: StudyContext) {
    this.#design = design;
    this.#items = items;
    this.#context = context;
    this.#spending = new Spending(design.budget ?? null);
  }

  async carryOut(notes: readonly string[]): Promise<StudyOutcome> {
    const design = this.#design;
    const { test: dataset, trained } = this.#items;
    const arms = armsOf(design);
    const jobs = await this.#train(arms);
    const models = modelsOf(arms, jobs);
    const { targets } = design;
    const executed = await this.#run('execute targets on test items', { models: targets, asks: 'executions', dataset });
    const names = [...new Set(models.values())];
    const predicted = await this.#run('predictions of all arms', { models: names, asks: 'predictions', dataset });
    const { store, note } = this.#context;
    const executions = await observationsOf(store, executed);
    const predictions = await observationsOf(store, predicted);
    const shifts = await this.#shifts({ arms, models, targetExecutions: executions, predictions });
    note('analyzing');
    const observed = { arms, models, executions, predictions, trained };
    const result = analyzeStudy(
      {
        predictions: predictionRows(observed),
        calibration: calibrationSamples(observed),
        ...shifts,
        nearCopies: design.nearCopies ?? [],
      },
      { seed: design.seed ?? 1, resamples: design.resamples ?? 2_000 },
    );
    return { kind: 'finished', result, facts: this.#facts(notes, jobs) };
  }

  /** Executes the trained models that a shift is measured on; none where no arm is shifted. */
  async #shifts(known: Omit<CouplingInput, 'executions'>) {
    const { arms, models } = known;
    const shifted = arms.filter(({ arm }) => arm === 'shifted');
    if (shifted.length === 0) return {};
    const before = arms.filter(({ arm, base }) => arm === 'self' && shifted.some((each) => each.base === base));
    const names = [...shifted, ...before].flatMap(({ name }) => models.get(name) ?? []);
    const dataset = this.#items.test;
    const run = await this.#run('execute shifted models on test items', { models: names, asks: 'executions', dataset });
    const executions = await observationsOf(this.#context.store, run);
    const input = { ...known, executions };
    return { shifts: shiftRows(input), coupling: couplingRows(input) };
  }

  async #run(step: string, run: StudyRun): Promise<RunRecord> {
    const { store, stop, onProgress, note } = this.#context;
    note(`${step}: ${run.models.length} models, ${run.dataset.items.length} items`);
    const result = await carryOut(this.#design, run, {
      store,
      stop,
      onProgress,
      left: (own) => this.#spending.left(store, own),
    });
    this.#spending.addRun(result.run);
    this.#runs.push({ step, run: result.run });
    if (result.status !== 'finished') throw new Unfinished({ kind: 'stopped', step, run: result });
    return await recordOf(store, result.run);
  }

  /** Steps 1 to 3: executions on training items, rows, jobs. */
  async #train(arms: readonly StudyArm[]): Promise<readonly ArmJob[]> {
    const wanted = arms.filter(isTrainedByStudy);
    const { train: dataset, testStrings } = this.#items;
    if (wanted.length === 0 || dataset === null) return [];
    const design = this.#design;
    const { store, environment, clock = systemClock, stop, note, folder, wait } = this.#context;
    const port = await openPort(settingsOf(design), { environment, clock });
    try {
      checkPort(design, port);
      for (const line of port.notes) note(line);
      const run = await this.#run('execute targets on training items', {
        models: design.targets,
        asks: 'executions',
        dataset,
      });
      const context = { store, port, clock, stop, note, folder, spending: this.#spending, wait, testStrings };
      const folders = await writeArmRows(design, { arms: wanted, run }, context);
      note(`training: ${folders.size} jobs at the port ${port.name}`);
      const jobs = await trainArms(design, folders, context);
      const isComplete = jobs.length === wanted.length && jobs.every(({ job }) => job.state.kind === 'succeeded');
      if (!isComplete) throw new Unfinished({ kind: 'waiting', jobs });
      return jobs;
    } finally {
      await port.close();
    }
  }

  #facts(notes: readonly string[], jobs: readonly ArmJob[]): StudyFacts {
    const { items } = this.#items.test;
    return {
      notes,
      runs: this.#runs,
      jobs: jobs.map(({ arm, job }) => ({ arm: arm.name, job: job.key, model: modelOfJob({ arm, job }) })),
      testItems: items.length,
      testStrings: new Set(items.map(({ string }) => string)).size,
    };
  }
}

function modelsOf(arms: readonly StudyArm[], jobs: readonly ArmJob[]): ReadonlyMap<string, string> {
  const trained = new Map(jobs.map((job) => [job.arm.name, modelOfJob(job)]));
  return new Map(
    arms.map(({ name, model }) => {
      const found = model ?? trained.get(name);
      if (found === undefined) throw new Error(`the arm "${name}" has no model`);
      return [name, found];
    }),
  );
}

function modelOfJob({ arm, job: { state } }: ArmJob): string {
  if (state.kind === 'succeeded') return state.model;
  throw new Error(`the job of the arm "${arm.name}" has not succeeded`);
}

async function recordOf(store: Store, id: RunId): Promise<RunRecord> {
  const record = (await store.runs()).find((run) => run.id === id);
  if (record === undefined) throw new Error(`run ${id} is not in the store`);
  return record;
}
