import type { LanguageModelV4 } from '@ai-sdk/provider';
import { z } from 'zod';
import { modelCapabilities } from '../../domain/model-capability.ts';
import { aiSdkModel } from '../../models/ai-sdk/ai-sdk.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { AppError } from '../../util/app-error.ts';
import { tell } from '../../util/terminal.ts';

/** A model of the user: a `LanguageModel` of this package (see `defineModel`), or a model object of the AI SDK. */
export type ModelObject = LanguageModel | LanguageModelV4;

/** The required fields of a model object. Calls and answers are checked at the time of the call. */
export const modelObject = z.union([
  z.looseObject({
    name: z.string().min(1),
    identity: z.string().min(1),
    endpoint: z.string().min(1),
    defaultConcurrency: z.int().positive(),
    capabilities: z.array(z.enum(modelCapabilities)).optional(),
    ask: z.function(),
    close: z.function(),
  }),
  z.looseObject({ provider: z.string(), modelId: z.string() }),
]);

/** Models from a config file or a script. */
interface GivenModels {
  readonly model?: readonly (string | ModelObject)[];
  readonly judge?: string | ModelObject;
}

/** Returns a model's name in flags and reports: `name` of a `LanguageModel`, `provider/model` of the AI SDK. */
export function modelName(model: string | ModelObject): string {
  if (typeof model === 'string') return model;
  return 'ask' in model ? model.name : `${model.provider.split('.')[0]}/${model.modelId}`;
}

/**
 * Returns the model object with this name; null if none has it. AppError when two different objects share the name:
 * their answers would be indistinguishable in the store.
 */
export function findOwnModel({ model = [], judge }: GivenModels, name: string): LanguageModel | null {
  const all = judge === undefined ? model : [...model, judge];
  const objects = all.filter((each): each is ModelObject => typeof each !== 'string' && modelName(each) === name);
  const [own, other] = [...new Set(objects)];
  if (own === undefined) return null;
  if (other !== undefined) {
    throw new AppError('same-model', `two model objects are named ${name}`, {
      hint: 'give each model a different name',
    });
  }
  return 'ask' in own ? own : aiSdkModel(own, { name, onWarning: (warning) => tell(`note: ${warning}\n`) });
}
