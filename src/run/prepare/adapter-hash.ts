import { z } from 'zod';
import type { Store } from '../../store/store.ts';

/** The event with which a training job records its model (`src/train` writes it); other fields are not needed here. */
const succeededSchema = z.object({
  kind: z.literal('succeeded'),
  model: z.string(),
  artifact: z.object({ sha256: z.string() }).nullable(),
});

/**
 * Returns the sha256 of a trained model's adapter, from its latest training job in the store; null where no job created
 * the model, or its host keeps the weights.
 */
export async function adapterHashOf(store: Pick<Store, 'histories'>, model: string): Promise<string | null> {
  const made = (await store.histories('training')).flatMap(({ at, event }) => {
    const parsed = succeededSchema.safeParse(event);
    return parsed.success && parsed.data.model === model ? [{ at, hash: parsed.data.artifact?.sha256 ?? null }] : [];
  });
  return made.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)?.hash ?? null;
}
