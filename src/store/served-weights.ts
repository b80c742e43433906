import { z } from 'zod';

/** What a server told about the weights behind a model's name, from a point in time on. */
export const servedWeightsSchema = z.object({
  /** Name of the model, as the user named it. */
  model: z.string(),
  /** What identifies the weights, such as Ollama's digest; null where the server no longer told it. */
  weights: z.string().nullable(),
  /** ISO 8601: before the first call of the execution that asked. */
  at: z.string(),
});
export type ServedWeights = z.infer<typeof servedWeightsSchema>;

/** Returns the weights behind a model's name at a time (ISO 8601); null where they are unknown. `told`: oldest first. */
export function weightsAt(told: readonly ServedWeights[], model: string, time: string): string | null {
  return told.findLast((each) => each.model === model && each.at <= time)?.weights ?? null;
}

/** Returns the latest known weights behind a model's name; null where none are known. `told`: oldest first. */
export function latestWeights(told: readonly ServedWeights[], model: string): string | null {
  return told.findLast((each) => each.model === model && each.weights !== null)?.weights ?? null;
}

/** Returns which statements differ from the last one about the same model. */
export function newWeights(known: readonly ServedWeights[], told: readonly ServedWeights[]): readonly ServedWeights[] {
  return told.filter(({ model, weights }) => {
    const last = known.findLast((each) => each.model === model);
    return weights !== (last?.weights ?? null);
  });
}
