import type { FormatName } from '../formats/training-format.ts';
import type { HyperParameters } from '../jobs/job-event.ts';
export const templateNames = ['trl', 'trl-gguf', 'llama-factory', 'axolotl', 'unsloth', 'tinker'] as const;
export type TemplateName = (typeof templateNames)[number];
/** What a configuration is written for. */
export interface TemplateInput {
  readonly base: string;
  readonly hyperParameters: HyperParameters;
  readonly seed: number;
  readonly hasValidation: boolean;
}
/** How a training program is configured and called. Data lie in `data/`, and the command runs in the folder of the job. */
export interface TrainingTemplate {
  readonly name: TemplateName;
  /** What the user must have installed. */
  readonly needs: string;
  readonly format: FormatName;
  readonly command: string;
  /** File that the program has written when it succeeded, relative to the folder of the job. */
  readonly adapter: string;
  /** Configuration files by name. */
  files(input: TemplateInput): Readonly<Record<string, string>>;
}
