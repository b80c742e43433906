import type { AppError } from '../../util/app-error.ts';
import type { HyperParameters } from '../hosts/host-settings.ts';
import type { FormatName } from '../rows/formats.ts';
export const templateNames = ['trl', 'trl-gguf', 'llama-factory', 'axolotl', 'unsloth', 'tinker'] as const;
export type TemplateName = (typeof templateNames)[number];
/** Input of a configuration. */
export interface TemplateInput {
  readonly base: string;
  readonly hyperParameters: HyperParameters;
  readonly seed: number;
  readonly hasValidation: boolean;
}
/**
 * How a training program is configured and started. The data is in `data/`, and the command runs in the folder of the
 * job.
 */
export interface TrainingTemplate {
  /** `own`: the user's program, which brings its configuration. */
  readonly name: TemplateName | 'own';
  /** Requirements that the user must install. */
  readonly needs: string;
  readonly format: FormatName;
  readonly command: string;
  /** File that a successful program has written, relative to the folder of the job. */
  readonly adapter: string;
  /** Returns why the program cannot train a base model; null if nothing speaks against it. Absent: any model. */
  readonly refuseBase?: (base: string) => AppError | null;
  /** Returns the configuration files by name. */
  files(input: TemplateInput): Readonly<Record<string, string>>;
}
