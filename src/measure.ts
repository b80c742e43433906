import { basename } from 'node:path';
import { z } from 'zod';
import { analyzeRuns } from './analyze/analyze-runs.ts';
import { chosenRuns } from './answers/choose-runs.ts';
import { executeRun, type RunResult } from './answers/execute-run.ts';
import type { Progress } from './answers/live/progress.ts';
import { parseOptions, refuseMalformedObjects } from './answers/options/load.ts';
import { type ModelObject, modelName } from './answers/options/own-models.ts';
import type { RunOptions } from './answers/options/run-options.ts';
import { prepareRun } from './answers/prepare/prepare.ts';
import { closeModels, type PreparedRun } from './answers/prepare/prepared-run.ts';
import type { Experiment } from './experiments/experiment.ts';
import type { LanguageModel } from './models/language-model.ts';
import type { Comparison } from './results/comparison.ts';
import type { ListedEstimate } from './results/estimate.ts';
import { type Finding, withScoresMarked } from './results/finding.ts';
import type { Store } from './store/store.ts';
import { type LazyStore, withLazyStore } from './store/use-store.ts';
import { AppError } from './util/app-error.ts';
import { checkArguments, openStoreShape } from './util/check-arguments.ts';
import { isRecord } from './util/is-record.ts';
import { nearestNames } from './util/nearest-names.ts';

/** Options of `measure`. All options of `seb run` that are not listed here have the same names as in `seb.config.ts`. */
export interface MeasureOptions extends Omit<RunOptions, 'model' | 'experiment' | 'judge' | 'store'> {
  /** Names as `seb models` lists them, results of `defineModel`, or model objects of the AI SDK. */
  readonly models: readonly (string | ModelObject)[];
  /** Names, `all`, or results of `defineExperiment`. Default: those of the published score. */
  readonly experiments?: readonly (string | Experiment)[];
  /** Model that judges responses. Default: each model judges its own. */
  readonly judge?: string | ModelObject;
  /** File or PostgreSQL address of the store, or an open store, which stays open. Default: `.seb/store.sqlite`. */
  readonly store?: string | Store;
  /** Abort it to pause: nothing new is sent; calls in flight finish and are stored. */
  readonly stop?: AbortSignal;
  /** Called at most ten times a second, and once at the end. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Result of `measure`. A paused run has no estimates, comparisons or verdicts yet: its lists are empty. */
export interface Measurement extends RunResult {
  /** One entry for each experiment, model, condition, measure and policy: shares between 0 and 1 unless `unit` differs. */
  readonly estimates: readonly ListedEstimate[];
  /** Comparison of models on the same items, as in `seb compare --json`. */
  readonly comparisons: Comparison;
  /**
   * For each model, experiment and condition: its score beside what chance and a constant answer give, and its verdict.
   */
  readonly verdicts: readonly Finding[];
}

const noComparisons: Comparison = {
  ...{ tasks: [], differences: [], missing: [], pooled: [], notes: [], limits: [] },
};

/**
 * Measures how well models predict themselves: executes a run, or what is left of it, and analyzes it.
 *
 * ```ts
 * const { estimates, comparisons, verdicts } = await measure({ models: ['ollama/llama3.2'], samples: 2 });
 * ```
 *
 * Every answer is stored before it counts. Without `store` that is `.seb/store.sqlite` in the current folder, the store of
 * the command `seb`: the same call again sends only what is missing, and `seb report` and `seb view` show the run. Models
 * that are passed as objects stay open. Notes on the options go to stderr.
 *
 * Throws an `AppError` (with `code`, `message` and `hint`) for options, keys, files and stores that need the caller's
 * attention. Calls that fail do not throw: `status` is then `incomplete` or `paused`, and `ending` has the reason.
 */
export async function measure(options: MeasureOptions): Promise<Measurement> {
  refuseMalformedOptions(options);
  const { store } = options;
  if (store === undefined || typeof store === 'string') {
    return await withLazyStore(store, (lazy) => measureIn(lazy, options));
  }
  return await measureIn({ found: store, open: async () => store }, options);
}

/** Fields of `measure` under the names that they have in `seb.config.ts`. */
const configNames: Readonly<Record<string, keyof MeasureOptions>> = { model: 'models', experiment: 'experiments' };

const objects = z.object({
  models: z.array(z.unknown(), { error: 'is not a list of models' }).min(1, 'names no model'),
  experiments: z.array(z.unknown(), { error: 'is not a list of experiments' }).optional(),
  store: z
    .union([z.string(), openStoreShape], {
      error: 'is neither the location of a store nor an open store',
    })
    .optional(),
  stop: z.instanceof(AbortSignal, { error: 'is not an AbortSignal' }).optional(),
  onProgress: z.custom((value) => typeof value === 'function', { error: 'is not a function' }).optional(),
});

/** Throws an AppError for the argument of a script that no compiler checked, before anything reads it. */
function refuseMalformedOptions(options: unknown): void {
  const hint = "for example measure({ models: ['PROVIDER/NAME'] }); docs/api.md lists the options";
  if (!isRecord(options)) {
    throw new AppError('bad-options', 'measure: the options are missing', { hint });
  }
  for (const [key, name] of Object.entries(configNames)) {
    if (key in options)
      throw new AppError('bad-options', `measure: there is no option "${key}" (did you mean ${name}?)`, {
        hint: `${key} is the name in seb.config.ts; measure takes ${name}, a list`,
      });
  }
  if (options.models === undefined) {
    const [typed] = nearestNames('models', Object.keys(options));
    const given = typed === undefined ? '' : ` (is "${typed}" a misspelling of it?)`;
    throw new AppError('bad-options', `measure: models is missing${given}`, { hint });
  }
  checkArguments('measure', objects, options);
}

async function measureIn({ found, open }: LazyStore, options: MeasureOptions): Promise<Measurement> {
  const prepared = await prepare(options, found);
  const store = await open();
  const result = await executeAndClose(prepared, store, options);
  if (result.status === 'paused') return { ...result, estimates: [], comparisons: noComparisons, verdicts: [] };
  const runs = await chosenRuns(store, [result.run]);
  const analysis = await analyzeRuns({ store, runs, experiments: prepared.experiments });
  const { findings } = analysis.results();
  const estimates = withScoresMarked(analysis.estimates, findings);
  return { ...result, estimates, comparisons: analysis.comparison(), verdicts: findings };
}

async function prepare(options: MeasureOptions, found: LazyStore['found']): Promise<PreparedRun> {
  const { models, experiments, judge, store: _, stop: __, onProgress: ___, ...plain } = options;
  const own = experiments?.filter((each) => typeof each !== 'string') ?? [];
  refuseMalformedObjects({ model: models, judge, experiments: own }, 'measure');
  const named = parseOptions(
    {
      ...plain,
      model: models.map(modelName),
      experiment: experiments?.map((each) => (typeof each === 'string' ? each : each.name)),
      judge: judge === undefined ? undefined : modelName(judge),
    },
    'measure',
  );
  const stayOpen = new Map<ModelObject, ModelObject>();
  const kept = (model: string | ModelObject): string | ModelObject => {
    if (typeof model === 'string' || !('ask' in model)) return model;
    const known = stayOpen.get(model) ?? withoutClosing(model);
    stayOpen.set(model, known);
    return known;
  };
  const config = { experiments: own, model: models.map(kept), ...(judge === undefined ? {} : { judge: kept(judge) }) };
  const prepared = await prepareRun(named, config, found);
  const command = `measure() in ${basename(process.argv[1] ?? 'a script')}`;
  return { ...prepared, provenance: { ...prepared.provenance, command } };
}

/** Returns a model that the run does not close, because the caller does. */
function withoutClosing(model: LanguageModel): LanguageModel {
  const { name, identity, endpoint, defaultConcurrency, capacity } = model;
  const about = { name, identity, endpoint, defaultConcurrency, ...(capacity === undefined ? {} : { capacity }) };
  return { ...about, ask: (request) => model.ask(request), close: async () => {} };
}

async function executeAndClose(prepared: PreparedRun, store: Store, options: MeasureOptions): Promise<RunResult> {
  const { stop, onProgress } = options;
  try {
    return await executeRun(prepared, { store, stop, onProgress });
  } finally {
    await closeModels(prepared);
  }
}
