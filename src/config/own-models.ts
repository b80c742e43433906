import type { LanguageModelV4 } from '@ai-sdk/provider';
import { z } from 'zod';
import { aiSdkModel } from '../models/ai-sdk/ai-sdk.ts';
import type { LanguageModel } from '../models/language-model.ts';
import { AppError } from '../util/app-error.ts';
import { tell } from '../util/terminal.ts';

/** A model of the user: `LanguageModel` of this package (see `defineModel`), or a model object of the AI SDK. */
export type ModelObject = LanguageModel | LanguageModelV4;

/** What a model object must have before it is used. Calls and answers are checked where they are made. */
export const modelObject = z.union([
  z.looseObject({
    name: z.string().min(1),
    identity: z.string().min(1),
    endpoint: z.string().min(1),
    defaultConcurrency: z.int().positive(),
    ask: z.function(),
    close: z.function(),
  }),
  z.looseObject({ provider: z.string(), modelId: z.string() }),
]);

/** Models as a config file or a script gives them. */
export interface GivenModels {
  readonly model?: readonly (string | ModelObject)[];
  readonly judge?: string | ModelObject;
}

/** Returns the name by which flags and reports know a model: `name` of a `LanguageModel`, `provider/model` of the AI SDK. */
export function modelName(model: string | ModelObject): string {
  if (typeof model === 'string') return model;
  return 'ask' in model ? model.name : `${model.provider.split('.')[0]}/${model.modelId}`;
}

/**
 * Finds the model object of a name; null when there is none. AppError when two different objects have the name: their
 * answers could not be told apart.
 */
export function findOwnModel({ model = [], judge }: GivenModels, name: string): LanguageModel | null {
  const all = judge === undefined ? model : [...model, judge];
  const objects = all.filter((each): each is ModelObject => typeof each !== 'string' && modelName(each) === name);
  const [own, other] = [...new Set(objects)];
  if (own === undefined) return null;
  if (other !== undefined) {
    throw new AppError('same-model', `two model objects are named ${name}`, { hint: 'give each a name of its own' });
  }
  return 'ask' in own ? own : aiSdkModel(own, { name, onWarning: (warning) => tell(`note: ${warning}\n`) });
}
