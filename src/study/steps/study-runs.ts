import { executeRun, type RunResult } from '../../answers/execute-run.ts';
import type { Execution } from '../../answers/live/execute-calls.ts';
import { unpricedCost } from '../../answers/live/unpriced-cost.ts';
import { callOptionsOf, type RunOptions } from '../../answers/options/run-options.ts';
import { itemTasks } from '../../answers/plan/item-task.ts';
import type { openModels } from '../../answers/prepare/open-models.ts';
import { prepareRun } from '../../answers/prepare/prepare.ts';
import { closeModels, type PreparedRun } from '../../answers/prepare/prepared-run.ts';
import type { Recorded } from '../../answers/prepare/replay-source.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { type RunId, runId } from '../../domain/run-config.ts';
import type { FileChoice } from '../../models/key-destination.ts';
import type { Provenance, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';
import type { RunStep } from './plan-study.ts';
import { openPriced, serverOptions, type TrainedFrom } from './study-models.ts';

/** One run of a study: the role of each model, and the items. */
export interface StudyRun {
  readonly models: readonly string[];
  readonly asks: 'executions' | 'predictions';
  readonly dataset: Dataset;
  /** Wordings of the predictions; none for executions, which are identical under every wording. */
  readonly wordings: readonly string[];
  /** Mode of the predictions; null: the default of the experiment. */
  readonly mode: RunStep['mode'];
  /** System prompt that only the executions have; null: none. */
  readonly system: string | null;
}

/** Self-execution experiments of a study, with separate items. */
export interface TransferRun {
  readonly models: readonly string[];
  readonly asks: 'both';
  readonly experiments: readonly string[];
  readonly limit: number | null;
}

/** Returns the run of a step. `dataset`: the items of the study that the step names. */
export function runOfPlan(
  { asks, items, wordings, mode, system }: RunStep,
  { models, dataset }: { readonly models: readonly string[]; readonly dataset: Dataset },
): StudyRun | TransferRun {
  if (items.of === 'experiments') {
    return { models, asks: 'both', experiments: items.experiments, limit: items.limit };
  }
  if (asks === 'both') throw new Error('a run on items of the study executes or predicts them');
  return { models, asks, dataset, wordings, mode, system };
}

interface PrepareContext {
  readonly store: Recorded;
  readonly budget: number | null;
  readonly bases: TrainedFrom;
  /** What a study in JSON chose of addresses and keys; absent or null: the user or a program chose. */
  readonly fileChoice?: FileChoice | null;
  /** Opens models; absent: opens new ones for this run. */
  readonly open?: typeof openModels;
}

/** Opens the models of a run and freezes its configuration. Sends nothing. */
export async function prepareStudyRun(
  design: StudyDesign,
  run: StudyRun | TransferRun,
  { store, budget, bases, fileChoice = null, open = openPriced(design, bases, fileChoice) }: PrepareContext,
): Promise<PreparedRun> {
  const options = {
    ...commonOptions(design, budget),
    ...serverOptions(design, run.models, bases),
    ...optionsOf(design, run),
  };
  const prepared = await prepareRun(options, {}, store, open);
  const copies = copiesAmong(design, prepared);
  if (copies !== null) {
    await closeModels(prepared);
    throw new AppError('same-model', `${copies.join(' and ')} are copies of one file`, {
      hint: 'a study compares different models; name each once',
    });
  }
  if (run.asks === 'both') return prepared;
  const { name, sha256, items } = run.dataset;
  const experiments = prepared.config.experiments.map((planned) => ({
    ...planned,
    dataset: { name, sha256, items: items.length },
  }));
  const config = { ...prepared.config, experiments };
  return { ...prepared, id: runId(config), config, datasets: new Map([[sha256, run.dataset]]) };
}

/**
 * Returns targets that are copies of one file: they answer alike, and nothing can distinguish them. Null if there are
 * none.
 */
function copiesAmong(
  { targets }: StudyDesign,
  { config }: Pick<PreparedRun, 'config'>,
): readonly [string, string] | null {
  const named = config.models.filter(({ name }) => targets.includes(name));
  const files = Map.groupBy(named, ({ identity }) => /@(sha256:.+)$/.exec(identity)?.[1] ?? identity);
  const [first, second] = [...files.values()].find((same) => same.length > 1) ?? [];
  return first === undefined || second === undefined ? null : [first.name, second.name];
}

function commonOptions(design: StudyDesign, budget: number | null): RunOptions {
  const { sampling = {}, seed = 1 } = design;
  const { baseUrl: _, apiKeyVariable: __, ...calls } = callOptionsOf(design); // serverOptions selects those of the run
  return {
    ...calls,
    temperature: sampling.temperature,
    topP: sampling.topP,
    maxOutputTokens: sampling.maxOutputTokens,
    samplingSeed: sampling.seed,
    reasoningEffort: sampling.reasoningEffort,
    seed,
    ...(budget === null ? {} : { budget }),
  };
}

function optionsOf(design: StudyDesign, run: StudyRun | TransferRun): RunOptions {
  const { samples = 1, predictionSamples = 1 } = design;
  const model = [...run.models];
  if (run.asks === 'both') {
    const { experiments, limit } = run;
    return { model, experiment: [...experiments], samples, ...(limit === null ? {} : { limit }) };
  }
  const { name, training } = experimentOf(design);
  const isPredicting = run.asks === 'predictions';
  return {
    model,
    experiment: [name],
    limit: 1, // replaced by the study's items
    samples: isPredicting ? 1 : samples,
    ...(isPredicting ? { predictOnly: model, predictionSamples } : { executeOnly: model }),
    wording: isPredicting ? [...run.wordings] : [training.wordings.usual],
    ...(run.mode === null ? {} : { mode: [run.mode] }),
    ...(run.system === null ? {} : { system: [run.system], systemOn: 'execution' }),
  };
}

/** Everything that executing runs needs. */
interface RunContext extends Pick<Execution, 'stop' | 'onProgress'> {
  readonly store: Store;
  readonly bases: TrainedFrom;
  /** What a study in JSON chose of addresses and keys; null: the user or a program chose. */
  readonly fileChoice: FileChoice | null;
  /** Returns the remaining US dollars for the step; null without a limit. */
  readonly left: (own: number) => Promise<number | null>;
  /** The run of the study that this one continues from; null: none. */
  readonly follows: RunId | null;
  /** Called with the run before its first call. */
  readonly onPrepared: (run: RunId) => Promise<void>;
}

/** Result of a step. `unsure`: with a budget, the most US dollars that it can have cost beyond the stored costs. */
type StudyRunResult = RunResult & { readonly unsure: number };

/** Executes a run of the study, or the rest of it. */
export async function carryOut(
  design: StudyDesign,
  run: StudyRun | TransferRun,
  context: RunContext,
): Promise<StudyRunResult> {
  const { store, stop, onProgress, bases, fileChoice } = context;
  const budget = design.budget === undefined ? null : await context.left(0);
  const prepared = await prepareStudyRun(design, run, { store, budget, bases, fileChoice });
  try {
    // The run's own spending counts against its limit, so it is added to the remaining amount.
    const { dollars } = await store.spent(prepared.id);
    const settings = { ...prepared.settings, budget: budget === null ? null : await context.left(dollars) };
    const provenance = await followingProvenance(store, prepared, context.follows);
    await context.onPrepared(prepared.id);
    const result = await executeRun({ ...prepared, settings, provenance }, { store, stop, onProgress });
    const { id, config, experiments, datasets, models } = prepared;
    const works = () => itemTasks(config, experiments, datasets);
    if (budget === null) return { ...result, unsure: 0 };
    const { counted, unsure } = await unpricedCost(works(), { run: id, store, models });
    return { ...result, unsure: counted + unsure };
  } finally {
    await closeModels(prepared);
  }
}

/**
 * Returns the provenance of a run that continues from another. A stored run that already follows one, or that is older
 * (both can be of an earlier study), is returned unchanged.
 */
async function followingProvenance(
  store: Pick<Store, 'run'>,
  { id, provenance }: Pick<PreparedRun, 'id' | 'provenance'>,
  follows: RunId | null,
): Promise<Provenance> {
  if (follows === null) return provenance;
  const [own, earlier] = [await store.run(id), await store.run(follows)];
  const isLater = earlier !== null && (own === null || earlier.createdAt < own.createdAt);
  return isLater && own?.provenance.follows === undefined ? { ...provenance, follows } : provenance;
}
