import type { Random } from '../../src/util/random.ts';
import { bellShaped } from './choose.ts';
import { common, type Speaker } from './speaker.ts';

/** How much a speaker's own taste weighs beside the common one; larger makes speakers less alike. */
const ownTaste = 1.9;
const commonTaste = 0.7;
/** Share of a cue's pool that a speaker never names. */
const neverNamed = 0.3;

/** Log weight with which the speaker names each word of the cue's pool; minus infinity for never. */
function logWeights(speaker: Speaker, cue: string, pool: readonly string[]): number[] {
  const weights = pool.map((word, index) =>
    speaker.trait('never', cue, word) < neverNamed
      ? Number.NEGATIVE_INFINITY
      : -0.08 * index +
        commonTaste * bellShaped(common.trait('taste', cue, word)) +
        ownTaste * bellShaped(speaker.trait('taste', cue, word)),
  );
  if (weights.filter(Number.isFinite).length >= 6) return weights;
  return pool.map((word) => ownTaste * bellShaped(speaker.trait('taste', cue, word))); // too few left: name any
}

/** Five words drawn one after the other without replacement, in proportion to the weights (Gumbel top-k). */
export function nameWords(speaker: Speaker, cue: string, pool: readonly string[], random: Random): string[] {
  const weights = logWeights(speaker, cue, pool);
  return pool
    .map((word, index) => ({ word, key: (weights[index] ?? 0) - Math.log(-Math.log(random() + 1e-12)) }))
    .sort((left, right) => right.key - left.key)
    .slice(0, 5)
    .map(({ word }) => word);
}
