import { z } from 'zod';
import type { AssociationItem } from '../../experiments/association/items.ts';
import { randomInteger, seededRandom, shuffled } from '../../util/random.ts';

/** A cue with the words that options are drawn from, the obvious ones first. */
export const associationPool = z.strictObject({
  target: z.string().regex(/^[a-z]+$/),
  topic: z.string().min(1),
  words: z.array(z.string().regex(/^[a-z]+$/)).length(12),
});
export type AssociationPool = z.infer<typeof associationPool>;

const fewestOptions = 3;
const mostOptions = 5;

/**
 * Items drawn from the pools, cue by cue and then round by round: a longer set begins with the shorter one.
 * A cue never gets the same set of options twice.
 */
export function generateAssociation(
  pools: readonly AssociationPool[],
  count: number,
  seed: number,
): readonly AssociationItem[] {
  if (count > 0 && pools.length === 0) throw new RangeError('no pools to draw from');
  const drawn = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const pool = pools[index % pools.length] as AssociationPool; // not empty, seen above
    const random = seededRandom('association', seed, pool.target, Math.floor(index / pools.length));
    const options = freshDraw(pool, drawn, random);
    return { id: `association-${String(index + 1).padStart(5, '0')}`, target: pool.target, options, topic: pool.topic };
  });
}

function freshDraw(pool: AssociationPool, drawn: Set<string>, random: () => number): string[] {
  // 12 words give 1,507 sets of three to five; far more rounds than that would never find a free one.
  for (let attempt = 0; attempt < 100_000; attempt += 1) {
    const size = fewestOptions + randomInteger(random, mostOptions - fewestOptions + 1);
    const options = shuffled(pool.words, random).slice(0, size);
    const key = JSON.stringify([pool.target, ...options.toSorted()]);
    if (drawn.has(key)) continue;
    drawn.add(key);
    return options;
  }
  throw new RangeError(`the pool of "${pool.target}" has no further set of options`);
}
