import type { Experiment } from '../experiments/experiment.ts';
import type { RunOptions } from './options.ts';
import type { ModelObject } from './own-models.ts';

/** What `seb.config.ts` exports: the options of `seb run` under their names, own experiments, own models. */
export interface SebConfig extends Omit<RunOptions, 'model' | 'judge'> {
  /** Names as `seb models` lists them, or model objects. */
  readonly model?: readonly (string | ModelObject)[];
  /** A name, or a model object. */
  readonly judge?: string | ModelObject;
  /** Experiments of your own, to be named in `experiment`. */
  readonly experiments?: readonly Experiment[];
}

/** Returns its argument; gives a config file its types. */
export function defineConfig(config: SebConfig): SebConfig {
  return config;
}
