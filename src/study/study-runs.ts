import type { RunOptions } from '../config/options.ts';
import { prepareRun } from '../config/prepare.ts';
import { closeModels, type PreparedRun } from '../config/prepared-run.ts';
import type { Recorded } from '../config/replay-source.ts';
import type { Dataset } from '../domain/dataset.ts';
import { runId } from '../domain/run-config.ts';
import type { Execution } from '../execute/execute-calls.ts';
import { property } from '../experiments/property/index.ts';
import { executeRun, type RunResult } from '../pipeline/execute-run.ts';
import type { Store } from '../store/store.ts';
import type { StudyDesign } from './design.ts';

/** One run of a study: which models do what, on which items. */
export interface StudyRun {
  readonly models: readonly string[];
  readonly asks: 'executions' | 'predictions';
  readonly dataset: Dataset;
  /** Wordings of the predictions; absent: those of the design for test items. */
  readonly wordings?: readonly string[];
  /** System prompt that only the executions have; absent: none. */
  readonly system?: string;
}

/** Self-execution experiments of a study, on their own items. */
export interface SelfExecutionRun {
  readonly models: readonly string[];
  readonly asks: 'both';
  readonly experiments: readonly string[];
  readonly limit: number | null;
}

/** Wordings of the predictions; executions are the same under every wording. */
export function wordingsOf({ wordings = {} }: StudyDesign): {
  readonly train: readonly string[];
  readonly test: readonly string[];
} {
  const train = wordings.train ?? ['asked-before'];
  return { train, test: wordings.test ?? train };
}

/** Opens the models of a run and freezes its configuration. Nothing is sent. */
export async function prepareStudyRun(
  design: StudyDesign,
  run: StudyRun | SelfExecutionRun,
  { store, budget }: { readonly store: Recorded; readonly budget: number | null },
): Promise<PreparedRun> {
  const prepared = await prepareRun({ ...commonOptions(design, budget), ...optionsOf(design, run) }, {}, store);
  if (run.asks === 'both') return prepared;
  const { name, sha256, items } = run.dataset;
  const experiments = prepared.config.experiments.map((planned) => ({
    ...planned,
    dataset: { name, sha256, items: items.length },
  }));
  const config = { ...prepared.config, experiments };
  return { ...prepared, id: runId(config), config, datasets: new Map([[sha256, run.dataset]]) };
}

function commonOptions({ sampling = {}, seed = 1 }: StudyDesign, budget: number | null): RunOptions {
  return {
    temperature: sampling.temperature,
    topP: sampling.topP,
    maxOutputTokens: sampling.maxOutputTokens,
    samplingSeed: sampling.seed,
    reasoningEffort: sampling.reasoningEffort,
    seed,
    ...(budget === null ? {} : { budget }),
  };
}

function optionsOf(design: StudyDesign, run: StudyRun | SelfExecutionRun): RunOptions {
  const { samples = 1, predictionSamples = 1 } = design;
  const model = [...run.models];
  if (run.asks === 'both') {
    const { experiments, limit } = run;
    return { model, experiment: [...experiments], samples, ...(limit === null ? {} : { limit }) };
  }
  const isPredicting = run.asks === 'predictions';
  return {
    model,
    experiment: [property.name],
    limit: 1, // the items are those of the study
    samples: isPredicting ? 1 : samples,
    ...(isPredicting ? { predictOnly: model, predictionSamples } : { executeOnly: model }),
    wording: isPredicting ? [...(run.wordings ?? wordingsOf(design).test)] : ['asked-before'],
    ...(run.system === undefined ? {} : { system: [run.system], systemOn: 'execution' }),
  };
}

/** What carrying out runs needs. */
export interface RunContext extends Pick<Execution, 'stop' | 'onProgress'> {
  readonly store: Store;
  /** US dollars that are left for the step; null without a limit. */
  readonly left: (own: number) => Promise<number | null>;
}

/** Carries out a run of the study, or what is left of it. */
export async function carryOut(
  design: StudyDesign,
  run: StudyRun | SelfExecutionRun,
  context: RunContext,
): Promise<RunResult> {
  const { store, stop, onProgress } = context;
  const budget = design.budget === undefined ? null : await context.left(0);
  const prepared = await prepareStudyRun(design, run, { store, budget });
  try {
    // What the run itself has spent counts against its own limit, so it is added to what is left.
    const { dollars } = await store.spent(prepared.id);
    const settings = { ...prepared.settings, budget: budget === null ? null : await context.left(dollars) };
    return await executeRun({ ...prepared, settings }, { store, stop, onProgress });
  } finally {
    await closeModels(prepared);
  }
}
