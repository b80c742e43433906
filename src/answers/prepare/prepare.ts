import { basename } from 'node:path';
import { z } from 'zod';
import { refuseUnknownFields } from '../../data/item-fields.ts';
import { knownFormats } from '../../data/load.ts';
import { refuseUnknownIds } from '../../data/select-items.ts';
import type { Dataset, ItemSelection } from '../../domain/dataset.ts';
import { isRecorded } from '../../domain/recorded.ts';
import { defaultSettings, type RunConfig, type RunId, type RunSettings, runId } from '../../domain/run-config.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed, experimentRegistry, scoreExperiments } from '../../experiments/registry.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { ModelPurpose } from '../../models/model-options.ts';
import type { OpenModel } from '../../models/open-model.ts';
import { capabilitiesOf } from '../../models/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { storedDatasets } from '../../store/stored-datasets.ts';
import { AppError } from '../../util/app-error.ts';
import { anyObject, checkArguments } from '../../util/check-arguments.ts';
import { tell } from '../../util/terminal.ts';
import { conditionsOf } from '../options/conditions.ts';
import type { SebConfig } from '../options/define-config.ts';
import { levelsByExperiment } from '../options/factor-levels.ts';
import type { RunOptions } from '../options/run-options.ts';
import { askedControl, askedModels, askedOthers, repeatedPredictions } from './asked-models.ts';
import { baseUrlsOf, isBaseUrlGiven, movedBaseUrls } from './base-urls.ts';
import { findRun, latestRun } from './find-run.ts';
import { loadItems } from './load-items.ts';
import { openModels } from './open-models.ts';
import type { PreparedRun } from './prepared-run.ts';
import { provenance } from './provenance.ts';
import { refuseOtherVersion } from './refuse-other-version.ts';
import { refuseRun } from './refuse-run.ts';
import type { Recorded } from './replay-source.ts';
import { modelJudge, modelsOfRun, otherJudge, selfRunNames, selfRunOf, storedNames } from './self-run-models.ts';

/** Selects every experiment. */
const allExperiments = 'all';

/**
 * Returns the experiments that the models of a run can do, with a note about the others: some compare texts of two models,
 * and some require a capability. Model objects of the user are not checked here.
 */
function possibleExperiments({ model = [] }: RunOptions, experiments: Experiments): readonly string[] {
  const lacks = ({ requires = [] }: Experiment) =>
    model.some((name) => requires.some((each) => capabilitiesOf(name)?.includes(each) === false));
  const alone = [...experiments.values()].filter(({ needsPeers }) => model.length < 2 && needsPeers === true);
  const unable = [...experiments.values()].filter((each) => !alone.includes(each) && lacks(each));
  leaveOut('they need a second model', alone);
  leaveOut('a model of the run cannot do what they require', unable);
  const left = new Set([...alone, ...unable].map(({ name }) => name));
  return [...experiments.keys()].filter((name) => !left.has(name));
}

function leaveOut(why: string, experiments: readonly Experiment[]): void {
  if (experiments.length === 0) return;
  tell(`note: left out, because ${why}: ${experiments.map(({ name }) => name).join(', ')}\n`);
}

const prepareArguments = z.object({
  options: anyObject,
  config: anyObject,
  store: z.looseObject({}).nullable(),
});

/**
 * Turns what a user asked for into a frozen configuration with opened models and loaded data. Nothing is sent. `open`
 * replaces `openModels` where several runs share their models.
 */
export async function prepareRun(
  options: RunOptions,
  config: SebConfig,
  store: Recorded,
  open: typeof openModels = openModels,
): Promise<PreparedRun> {
  checkArguments('prepareRun', prepareArguments, { options, config, store });
  const names = options.model ?? [];
  if (names.length === 0) {
    throw new AppError('no-model', 'no model was given', {
      hint: 'add --model provider/model, for example --model ollama/llama3.2 (see `seb models`)',
    });
  }
  const experiments = experimentRegistry(config.experiments ?? []);
  const settings = settingsOf(options, defaultSettings);
  const selection = itemSelection(options);
  const { planned, datasets, available } = await plannedExperiments({ ...options, selection }, experiments);
  const named = { subjects: names, judge: modelJudge(options.judge), ...selfRunNames(options) };
  const opened = await open({
    named,
    baseUrls: baseUrlsOf(named, options.baseUrl),
    settings,
    config,
    experiments,
    planned,
    store,
  });
  const { subjects, judge, open: models, prices } = opened;
  const asked = askedModels(subjects, options);
  const run: RunConfig = {
    models: asked,
    judge: otherJudge(options.judge) ?? judge,
    judgeRubric: options.judgeRubric ?? 'two-way',
    experiments: planned,
    ...(selection === undefined ? {} : { selection }),
    samples: options.samples ?? 1,
    ...repeatedPredictions(options, { experiments, planned }),
    ...askedOthers(options, { models: asked, experiments, planned }),
    ...askedControl(options, { models: asked, experiments, planned }),
    ...selfRunOf(options, opened),
    sampling: {
      temperature: options.temperature,
      topP: options.topP,
      maxOutputTokens: options.maxOutputTokens,
      seed: options.samplingSeed,
      reasoningEffort: options.reasoningEffort,
    },
    seed: options.seed ?? 1,
    ...(options.repeatAs === undefined ? {} : { repeatAs: options.repeatAs }),
  };
  const used = [...models.values()].map(({ model, price }) => [model.name, price]);
  const id = runId(run);
  const { name, tag, note, follows } = options;
  const prepared: PreparedRun = {
    id,
    config: run,
    settings,
    provenance: {
      ...provenance(settings, {
        prices: { file: basename(prices.file), dollarsPerMillionTokens: Object.fromEntries(used) },
        notes: [],
      }),
      itemsAvailable: available,
      ...(name === undefined ? {} : { name }),
      ...(tag === undefined ? {} : { tags: [...new Set([tag].flat())] }),
      ...(note === undefined ? {} : { note }),
      ...(follows === undefined ? {} : { follows: followedRun(await store.runs(), follows, id) }),
    },
    experiments,
    datasets,
    models,
  };
  await refuseRun(prepared);
  return prepared;
}

/** Refuses to continue a run whose answers come from a recording. */
function refuseRecorded({ id, config }: RunRecord): void {
  if (!config.models.every(isRecorded)) return;
  throw new AppError('recorded-model', `run ${id} was imported: nothing can be sent for its missing answers`, {
    hint: 'run the evaluation again, or its failed samples, and import the new log (`seb import`)',
  });
}

/** Opens the models of a stored run as they were configured; a server may have another address now. */
export async function prepareResume(
  record: RunRecord,
  { options, config, store, purpose = 'send' }: ResumeOptions,
): Promise<PreparedRun> {
  refuseRecorded(record);
  const settings = settingsOf(options, record.provenance.settings);
  const experiments = experimentRegistry(config.experiments ?? []);
  refuseOtherVersion(record, experiments);
  const all = modelsOfRun(record.config);
  const baseUrls = movedBaseUrls(all, options.baseUrl);
  const { open } = await openModels({
    named: storedNames(record.config),
    baseUrls,
    fileChoice: (name) => ({
      file: 'the store',
      baseUrl: !isBaseUrlGiven(name, options.baseUrl),
      apiKeyVariable: options.apiKeyVariable === undefined,
    }),
    settings,
    config,
    experiments,
    planned: record.config.experiments,
    store,
    purpose,
  });
  const byName = new Map([...open.values()].map((opened) => [opened.model.name, opened]));
  const resumed = new Map(
    all.map((model): [string, OpenModel] => {
      const moved = options.baseUrl !== undefined && model.baseUrl !== null ? byName.get(model.name) : undefined;
      const opened = open.get(model.identity) ?? moved;
      if (opened !== undefined)
        return [model.identity, { ...opened, model: identifiedAs(opened.model, model.identity) }];
      throw new AppError('model-changed', `${model.name} is not the model that run ${record.id} was made with`, {
        hint: isEarlierArithmetic(model.identity, open.keys())
          ? 'this version of seb evaluates its prompts in other pieces, which changes answers; `seb report` still reads the stored answers; start a new run with `seb run`'
          : 'its file or its address has changed; start a new run with `seb run`',
      });
    }),
  );
  const { approver } = record.config.selfRun ?? {};
  const allowing = approver === undefined ? undefined : open.get(approver.identity);
  if (allowing !== undefined) resumed.set(allowing.model.identity, allowing);
  const datasets = await storedDatasets(store, record.config);
  const prepared = {
    id: record.id,
    config: record.config,
    settings,
    provenance: record.provenance,
    experiments,
    datasets,
    models: resumed,
  };
  await refuseRun(prepared);
  return prepared;
}

/** Whether an opened model is the stored one, but for the size of the pieces in which prompts are evaluated. */
function isEarlierArithmetic(stored: string, opened: Iterable<string>): boolean {
  return [...opened].some((identity) => identity.startsWith(`${stored};pieces=`));
}

/** Returns the model under the identity that keys its earlier answers. */
function identifiedAs(model: LanguageModel, identity: string): LanguageModel {
  const { name, endpoint, defaultConcurrency, capacity = 'known', capabilities = [], batch, facts, tellsFacts } = model;
  return {
    ...(batch === undefined ? {} : { batch }),
    prepare: async () => await model.prepare?.(),
    name,
    identity,
    endpoint,
    defaultConcurrency,
    capacity,
    capabilities,
    ...(facts === undefined ? {} : { facts: () => facts.call(model) }),
    ...(tellsFacts === undefined ? {} : { tellsFacts }),
    ask: (request) => model.ask(request),
    close: () => model.close(),
  };
}

interface ResumeOptions {
  /**
   * Options of this execution: how the run is executed and where its servers are. Everything else comes from the stored
   * run.
   */
  readonly options: RunOptions;
  readonly config: SebConfig;
  readonly store: Store;
  /** What the models are opened for; `send` when absent. */
  readonly purpose?: ModelPurpose;
}

function settingsOf(options: RunOptions, otherwise: RunSettings): RunSettings {
  const maxTokensField = options.maxTokensField ?? otherwise.maxTokensField;
  return {
    ...(maxTokensField === undefined ? {} : { maxTokensField }),
    concurrency: options.concurrency ?? otherwise.concurrency,
    concurrencyMode: options.concurrencyMode ?? otherwise.concurrencyMode,
    timeoutMs: options.timeout === undefined ? otherwise.timeoutMs : Math.round(options.timeout * 1000),
    retries: options.retries ?? otherwise.retries,
    budget: options.budget ?? otherwise.budget,
    apiKeyVariable: options.apiKeyVariable ?? otherwise.apiKeyVariable,
    prices: options.prices ?? otherwise.prices,
    gpu: options.gpu ?? otherwise.gpu,
    contextSize: options.contextSize ?? otherwise.contextSize,
    sequences: options.sequences ?? otherwise.sequences,
  };
}

async function plannedExperiments(
  options: RunOptions & { readonly selection: ItemSelection | undefined },
  experiments: Experiments,
) {
  const planned: RunConfig['experiments'] = [];
  const datasets = new Map<string, Dataset>();
  const available: Record<string, number> = {};
  const named: readonly string[] = [
    ...new Set(
      options.experiment?.flatMap((name) =>
        name === allExperiments ? possibleExperiments(options, experiments) : [name],
      ) ?? scoreExperiments(experiments).map(({ name }) => name),
    ),
  ];
  for (const other of Object.keys(options.items ?? {})) {
    if (named.includes(other)) continue;
    throw new AppError('items-unused', `--items is set for "${other}", which is not an experiment of this run`, {
      hint: `add --experiment ${other}; the run has ${named.join(', ')}`,
    });
  }
  requireItems(options);
  const chosen = named.map((name) => experimentNamed(experiments, name));
  const mapped = chosen.filter(({ name }) => options.items?.[name] !== undefined);
  refuseUnknownFields({ columns: options.map ?? {}, values: options.mapValue ?? {} }, mapped);
  const levels = levelsByExperiment(options, chosen);
  for (const note of levels.notes) tell(`note: ${note}\n`);
  for (const name of named) {
    const experiment = experimentNamed(experiments, name);
    const { dataset, notes, ...loaded } = await loadItems(experiment, options.items?.[name] ?? null, {
      ...options,
      formats: knownFormats(experiments.values()),
    });
    for (const note of notes) tell(`note: ${name}: ${note}\n`);
    datasets.set(dataset.sha256, dataset);
    available[name] = loaded.available;
    planned.push({
      name,
      version: experiment.version,
      dataset: { name: dataset.name, sha256: dataset.sha256, items: dataset.items.length },
      conditions: [...conditionsOf(experiment, levels.of(name), options)],
    });
  }
  refuseUnknownIds(options.selection?.only ?? [], datasets.values());
  tellFewer(options, available);
  return { planned, datasets, available };
}

/** Says how many items the data has, where that is less than `--limit` or `--random`. */
function tellFewer({ limit, random }: RunOptions, available: Readonly<Record<string, number>>): void {
  const wanted = random ?? limit ?? 0;
  const fewer = Object.entries(available).filter(([, items]) => items < wanted);
  if (fewer.length === 0) return;
  const listed = fewer.map(([name, items]) => `${name} ${items.toLocaleString('en')}`);
  const flag = `${random === undefined ? '--limit' : '--random'} ${wanted}`;
  tell(`note: the data has fewer items than ${flag}, and all of them are used: ${listed.join(', ')}\n`);
}

/** Returns the selection by content in canonical form; undefined if the options select nothing. */
export function itemSelection({ only, split, where = {} }: RunOptions): ItemSelection | undefined {
  const selection = {
    ...(only === undefined ? {} : { only: [...new Set(only)].toSorted() }),
    ...(split === undefined ? {} : { split }),
    ...(Object.keys(where).length === 0 ? {} : { where }),
  };
  return Object.keys(selection).length === 0 ? undefined : selection;
}

function requireItems({ map, mapValue, items, random, randomSeed, limit }: RunOptions): void {
  if (random !== undefined && limit !== undefined) {
    throw new AppError('limit-twice', '--limit takes the first items and --random draws items: give one of them', {
      hint: 'remove --limit',
    });
  }
  if (random === undefined && randomSeed !== undefined) {
    throw new AppError('seed-unused', '--random-seed is the seed of --random, which was not given', {
      hint: 'add --random N, or remove --random-seed',
    });
  }
  if ((map === undefined && mapValue === undefined) || items !== undefined) return;
  const flag = map === undefined ? '--map-value' : '--map';
  throw new AppError('map-unused', `${flag} applies to --items files, but no such file was given`, {
    hint: `add --items EXPERIMENT=FILE, or remove ${flag}`,
  });
}

/**
 * Returns the id of the run that the run `own` follows, given as an id, a prefix of one, a name, or `latest` (the
 * newest run that is older than `own`). AppError if no run matches or it is not older.
 */
function followedRun(runs: readonly RunRecord[], text: string, own: RunId): RunId {
  const self = runs.find(({ id }) => id === own);
  const earlier = runs.filter(({ id, createdAt }) => id !== own && (self === undefined || createdAt < self.createdAt));
  const found = findRun(text === latestRun ? earlier : runs, text);
  if (earlier.includes(found)) return found.id;
  throw new AppError('not-earlier', `run ${found.id}, given with --follows, is not older than run ${own}`, {
    hint: 'choose an earlier run; `seb list` shows when each run started',
  });
}
