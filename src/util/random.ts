import { createHash } from 'node:crypto';

/** Returns a uniform number in [0, 1). */
export type Random = () => number;

/**
 * Returns a seeded generator (sfc32 from Chris Doty-Humphrey's PractRand). The seed is hashed with sha256, so that
 * similar seeds give unrelated sequences.
 */
export function seededRandom(...seed: readonly (string | number)[]): Random {
  const digest = createHash('sha256').update(JSON.stringify(seed)).digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = digest.readUInt32LE(12);
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
}

/** Returns a uniform integer in [0, bound). */
export function randomInteger(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

/** Returns a shuffled copy (Fisher-Yates). */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const copy = [...values];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const chosen = randomInteger(random, last + 1);
    const kept = copy[last] as T; // in range by construction
    copy[last] = copy[chosen] as T;
    copy[chosen] = kept;
  }
  return copy;
}
