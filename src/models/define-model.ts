import { z } from 'zod';
import { type Attempt, noMetadata } from '../domain/answer.ts';
import type { ModelCapability } from '../domain/model-capability.ts';
import { checkArguments } from '../util/check-arguments.ts';
import type { LanguageModel, ModelRequest } from './language-model.ts';

/** A model of the user: a name, and a function that answers messages. */
export interface ModelDefinition {
  /** Name in flags, tables and files, as in `own/parrot`. */
  readonly name: string;
  /**
   * Version of the model. Answers are stored under name and version: change it whenever the model may answer differently,
   * or answers of the earlier model are reused.
   */
  readonly version?: string | number;
  /** Maximum number of calls in flight; default 1. `concurrency` of the run replaces it. */
  readonly concurrency?: number;
  /** Capabilities beyond answering messages, for experiments that require them. */
  readonly capabilities?: readonly ModelCapability[];
  /**
   * Answers one request in a fresh session. A string is a complete answer; an `Attempt` can also report token counts,
   * truncation, filtering or failure. A rejection is stored as the failure `model-error`.
   */
  readonly respond: (request: ModelRequest) => Promise<string | Attempt> | string | Attempt;
}

const modelArguments = z.object({
  definition: z.looseObject({
    name: z.string().min(1),
    version: z.union([z.string(), z.number()], { error: 'must be a text or a number' }).optional(),
    concurrency: z.int().positive().optional(),
    respond: z.function(),
  }),
});

/**
 * Creates a model from a function. Its name works wherever a model name does: in `measure`, in `seb.config.ts`, as
 * judge.
 */
export function defineModel(definition: ModelDefinition): LanguageModel {
  checkArguments('defineModel', modelArguments, { definition });
  const { name, version, concurrency = 1, capabilities, respond } = definition;
  return {
    name,
    identity: version === undefined ? name : `${name}@${version}`,
    endpoint: name,
    defaultConcurrency: concurrency,
    ...(capabilities === undefined ? {} : { capabilities }),
    async ask(request) {
      const answer = await respond(request);
      return typeof answer === 'string' ? { kind: 'answered', text: answer, ...noMetadata } : answer;
    },
    async close() {},
  };
}
