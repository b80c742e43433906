import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseJsonl } from '../src/data/files/jsonl.ts';
import { readText } from '../src/data/files/read-text.ts';
import { checkedRow } from '../src/data/files/row.ts';
import type { AssociationItem } from '../src/experiments/association/items.ts';
import { type Random, randomInteger, seededRandom, shuffled } from '../src/util/random.ts';
import type { ItemGenerator } from './generator.ts';

/** Seed of the shipped set. */
const associationSeed = 1;

/** A cue with the words that options are drawn from, the obvious ones first. */
const associationPool = z.strictObject({
  target: z.string().regex(/^[a-z]+$/),
  topic: z.string().min(1),
  words: z.array(z.string().regex(/^[a-z]+$/)).length(12),
});
type AssociationPool = z.infer<typeof associationPool>;

/** Reads the shipped pools. */
export function readPools(url = new URL('../data/association/pools.jsonl', import.meta.url)): AssociationPool[] {
  const file = fileURLToPath(url);
  return parseJsonl(readText(file), file).map((row) => checkedRow(associationPool, row));
}

interface Options {
  readonly seed?: number;
  readonly pools?: readonly AssociationPool[];
}

const minOptions = 3;
const maxOptions = 5;
/** Number of sets of three, four or five words out of twelve: 220 + 495 + 792. */
const roundsAtMost = 1507;

/**
 * Draws items from the pools, one per cue and then another per cue; a longer set begins with the shorter one. A cue
 * never gets the same options twice. RangeError beyond 1,507 items per cue.
 */
export function generateAssociation(
  count: number,
  { seed = associationSeed, pools = readPools() }: Options = {},
): readonly AssociationItem[] {
  // Cues of all topics are mixed, so that the first items are a representative sample.
  const cues = shuffled(pools, seededRandom('association', seed));
  if (count > 0 && cues.length === 0) throw new RangeError('no pools to draw from');
  if (count > cues.length * roundsAtMost) {
    throw new RangeError(`${cues.length} cues have ${cues.length * roundsAtMost} sets of options`);
  }
  const drawn = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const pool = cues[index % cues.length] as AssociationPool; // not empty, checked above
    const random = seededRandom('association', seed, pool.target, Math.floor(index / cues.length));
    const options = freshDraw(pool, drawn, random);
    return { id: `association-${String(index + 1).padStart(5, '0')}`, target: pool.target, options, topic: pool.topic };
  });
}

function freshDraw(pool: AssociationPool, drawn: Set<string>, random: Random): string[] {
  // The last free set of a pool is drawn with probability 1 in 2,376; this many attempts fail only where words repeat.
  for (let attempt = 0; attempt < 100_000; attempt += 1) {
    const size = minOptions + randomInteger(random, maxOptions - minOptions + 1);
    const options = shuffled(pool.words, random).slice(0, size);
    const key = JSON.stringify([pool.target, ...options.toSorted()]);
    if (drawn.has(key)) continue;
    drawn.add(key);
    return options;
  }
  throw new RangeError(`the pool of "${pool.target}" has no further set of options`);
}

export const generator: ItemGenerator = {
  takesTopics: false,
  generate: (count, { seed = associationSeed }) => generateAssociation(count, { seed }),
};
