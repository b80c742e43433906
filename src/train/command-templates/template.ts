import { axolotlTemplate } from './axolotl.ts';
import { llamaFactoryTemplate } from './llama-factory.ts';
import { tinkerTemplate } from './tinker.ts';
import type { TemplateName, TrainingTemplate } from './training-template.ts';
import { trlTemplate } from './trl.ts';
import { trlGgufTemplate } from './trl-gguf.ts';
import { unslothTemplate } from './unsloth.ts';

export const templates: Readonly<Record<TemplateName, TrainingTemplate>> = {
  trl: trlTemplate,
  'trl-gguf': trlGgufTemplate,
  'llama-factory': llamaFactoryTemplate,
  axolotl: axolotlTemplate,
  unsloth: unslothTemplate,
  tinker: tinkerTemplate,
};
