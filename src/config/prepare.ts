import type { OpenModel } from '../call/carry-out.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { loadDataset } from '../dataset/load.ts';
import { type Experiments, experimentNamed, experimentRegistry, paperExperiments } from '../experiments/registry.ts';
import type { PreparedRun } from '../pipeline.ts';
import { AppError } from '../util/app-error.ts';
import { conditionsOf } from './conditions.ts';
import type { SebConfig } from './define-config.ts';
import { openModels } from './open-models.ts';
import type { RunOptions } from './options.ts';
import { provenance } from './provenance.ts';
import { defaultSettings, type RunConfig, type RunModel, type RunSettings } from './run-config.ts';

/** Turns what a user asked for into a frozen configuration with opened models and loaded data. Nothing is sent. */
export async function prepareRun(options: RunOptions, config: SebConfig): Promise<PreparedRun> {
  const names = options.model ?? [];
  if (names.length === 0) {
    throw new AppError('no-model', 'no model was named', {
      hint: 'add --model provider/model, for example --model ollama/llama3.2 (see `seb models`)',
    });
  }
  const experiments = experimentRegistry(config.experiments ?? []);
  const settings = settingsOf(options);
  const { planned, datasets } = await plannedExperiments(options, experiments);
  const { subjects, judge, open, prices } = await openModels(options, config);
  refuseBlindBudget(settings, open);
  const run: RunConfig = {
    models: [...subjects],
    judge,
    judgeRubric: options.judgeRubric ?? 'two-way',
    experiments: planned,
    samples: options.samples ?? 1,
    sampling: {
      temperature: options.temperature,
      topP: options.topP,
      maxOutputTokens: options.maxOutputTokens,
      seed: options.samplingSeed,
      reasoningEffort: options.reasoningEffort,
    },
    seed: options.seed ?? 1,
  };
  return {
    config: run,
    settings,
    provenance: provenance(settings, { prices, notes: [] }),
    experiments,
    datasets,
    models: open,
  };
}

function settingsOf(options: RunOptions): RunSettings {
  return {
    concurrency: options.concurrency ?? defaultSettings.concurrency,
    timeoutMs: options.timeout === undefined ? defaultSettings.timeoutMs : Math.round(options.timeout * 1000),
    retries: options.retries ?? defaultSettings.retries,
    budget: options.budget ?? defaultSettings.budget,
    apiKeyVariable: options.apiKeyVariable ?? defaultSettings.apiKeyVariable,
    prices: options.prices ?? defaultSettings.prices,
  };
}

async function plannedExperiments(options: RunOptions, experiments: Experiments) {
  const planned: RunConfig['experiments'] = [];
  const datasets = new Map<string, Dataset>();
  const named: readonly string[] = options.experiment ?? paperExperiments;
  for (const other of Object.keys(options.items ?? {})) {
    if (named.includes(other)) continue;
    throw new AppError('items-unused', `--items names "${other}", which is not among the experiments of this run`, {
      hint: `the run has ${named.join(', ')}`,
    });
  }
  for (const name of named) {
    const experiment = experimentNamed(experiments, name);
    const dataset = await loadDataset(experiment, options.items?.[name] ?? null, {
      ...(options.limit === undefined ? {} : { limit: options.limit }),
      seed: options.seed ?? 1,
    });
    datasets.set(dataset.sha256, dataset);
    planned.push({
      name,
      version: experiment.version,
      dataset: { name: dataset.name, sha256: dataset.sha256, items: dataset.items.length },
      conditions: conditionsOf(experiment, options),
    });
  }
  return { planned, datasets };
}

/** A budget means nothing for a model of unknown price. */
function refuseBlindBudget(settings: RunSettings, open: ReadonlyMap<string, OpenModel>): void {
  if (settings.budget === null) return;
  for (const { model, price } of open.values()) {
    if (price !== null) continue;
    throw new AppError('price-unknown', `--budget needs the price of ${model.name}, which is not known`, {
      hint: "give --prices FILE in models.dev's format, or leave --budget out",
    });
  }
}

/** The run's models as their names and identities say them, in the order given. */
export function runModel(opened: OpenModel, baseUrl: string | null): RunModel {
  return { name: opened.model.name, identity: opened.model.identity, baseUrl };
}
