import { tail } from '../jackknife/bounds.ts';
import type { Dealing } from './dealing.ts';
import type { Numbered, UnitScores } from './unit-scores.ts';

/** Why a score has no verdict: the first reason that applies, in this order. */
export interface NoVerdict {
  readonly kind: 'no verdict';
  readonly word: 'unreadable' | 'too few' | 'one answer';
  readonly reason: string;
}

/** Fewest clusters, and fewest effective ones, of a verdict. */
export const minVerdictClusters = 20;
export const minEffectiveClusters = 15;
/** Smallest share of predictions, and of outcomes, that must be readable. */
const minReadable = 0.5;
/** Fewest clusters that must differ from the commonest value where rung A is tested by t. */
const minVarying = 3;

/** Returns why a score has no verdict; null where it has one. */
export function findNoVerdict<P, Y>(
  scores: UnitScores<P, Y>,
  numbered: Numbered,
  dealing: Dealing | null,
): NoVerdict | null {
  const { units, clusters, effectiveClusters, missing } = numbered.counts;
  const because = (word: NoVerdict['word'], reason: string): NoVerdict => ({ kind: 'no verdict', word, reason });
  const unread = missing.shares.findIndex((share) => 1 - share < minReadable);
  if (units > 0 && unread >= 0) {
    const read = Math.floor(100 * (1 - (missing.shares[unread] as number)));
    return because('unreadable', `${read} % of the ${unread === 0 ? 'predictions' : 'outcomes'} could be read`);
  }
  if (clusters < minVerdictClusters) return because('too few', `${clusters} of ${minVerdictClusters} clusters`);
  if (effectiveClusters < minEffectiveClusters) {
    const count = Math.floor(10 * effectiveClusters) / 10;
    return because(
      'too few',
      `${clusters} clusters of unequal size count as ${count}; ${minEffectiveClusters} are needed`,
    );
  }
  const isOne = dealing === null ? null : oneAnswer(scores, numbered, dealing);
  return isOne === null ? null : because('one answer', isOne);
}

function oneAnswer<P, Y>(scores: UnitScores<P, Y>, { read, cluster }: Numbered, dealing: Dealing): string | null {
  const { kind, predictions, outcomes } = scores;
  const sides = [
    { name: 'predictions', keys: read.map((unit) => kind.predictionKey(predictions[unit] as P)) },
    { name: 'outcomes', keys: read.map((unit) => kind.outcomeKey(outcomes[unit] as Y)) },
  ];
  for (const { name, keys } of sides) {
    const varying = clustersThatDiffer(keys, (at) => cluster[read[at] as number] as number);
    if (varying === 0) return `all ${name} are equal`;
    if (dealing.exact === null && varying < minVarying)
      return `the ${name} of ${varying} clusters differ from the others`;
  }
  const isUnreachable = dealing.exact !== null && dealing.exact.smallest > tail;
  return isUnreachable ? 'with these counts, no agreement could be distinguished from chance' : null;
}

/** Returns how many clusters have a value that is not the commonest one. */
function clustersThatDiffer(keys: readonly (string | number)[], clusterAt: (at: number) => number): number {
  const counts = new Map<string | number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [commonest] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['' as string | number, 0]);
  const differing = new Set<number>();
  for (const [at, key] of keys.entries()) if (key !== commonest) differing.add(clusterAt(at));
  return differing.size;
}
