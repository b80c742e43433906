import { z } from 'zod';
import type { Experiment } from '../../experiments/experiment.ts';
import { anyObject, checkArguments } from '../../util/check-arguments.ts';
import type { ModelObject } from './own-models.ts';
import type { RunOptions } from './run-options.ts';

/** The export of `seb.config.ts`: the options of `seb run`, the user's experiments and models, attributes of models. */
export interface SebConfig extends Omit<RunOptions, 'model' | 'judge'> {
  /** Models to test: names as `seb models` lists them, or model objects. Flag: `--model`. */
  readonly model?: readonly (string | ModelObject)[];
  /** Model that judges the responses: a name or a model object. Default: each model judges its own. Flag: `--judge`. */
  readonly judge?: string | ModelObject;
  /**
   * CSV file with attributes of models, one row per model, for `seb report` and `seb compare`; relative to the current
   * folder.
   */
  readonly attributes?: string;
  /** Your own experiments, which `experiment` can name. */
  readonly experiments?: readonly Experiment[];
}

const configArguments = z.object({ config: anyObject });

/** Returns its argument; provides types for a config file. */
export function defineConfig(config: SebConfig): SebConfig {
  checkArguments('defineConfig', configArguments, { config });
  return config;
}
