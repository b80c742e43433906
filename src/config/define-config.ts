import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Experiment } from '../experiments/experiment.ts';
import type { RunOptions } from './options.ts';

/** What `seb.config.ts` exports: the options of `seb run` under their names, own experiments, own models. */
export interface SebConfig extends Omit<RunOptions, 'model'> {
  /** Names, or model objects of the AI SDK; an object is known as `provider/model`. */
  readonly model?: readonly (string | LanguageModelV4)[];
  /** Experiments of your own, to be named in `experiment`. */
  readonly experiments?: readonly Experiment[];
}

/** The name by which flags and reports know a model object. */
export function modelObjectName({ provider, modelId }: Pick<LanguageModelV4, 'provider' | 'modelId'>): string {
  return `${provider.split('.')[0]}/${modelId}`;
}

/** Returns its argument; gives a config file its types. */
export function defineConfig(config: SebConfig): SebConfig {
  return config;
}
