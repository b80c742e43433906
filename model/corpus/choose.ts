import { type Random, randomInteger, shuffled } from '../../src/util/random.ts';

export function pick<T>(values: readonly T[], random: Random): T {
  if (values.length === 0) throw new Error('nothing to pick from');
  return values[randomInteger(random, values.length)] as T; // in range by construction
}

/** Different values, at most as many as there are. */
export function pickSome<T>(values: readonly T[], count: number, random: Random): T[] {
  if (count * 4 > values.length) return shuffled(values, random).slice(0, count);
  const chosen = new Set<T>();
  while (chosen.size < count) chosen.add(pick(values, random)); // sparse: repeats are rare
  return [...chosen];
}

/** One of the names, in proportion to its weight. */
export function pickWeighted<Name extends string>(weights: Readonly<Record<Name, number>>, random: Random): Name {
  const entries = Object.entries(weights) as [Name, number][]; // Object.entries forgets the key type
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  return (entries.at(-1) as [Name, number])[0]; // rounding only
}

/**
 * A standard normal number from a uniform one (Box-Muller with a second, fixed angle is not needed here: logistic is
 * close).
 */
export function bellShaped(uniform: number): number {
  const inside = Math.min(Math.max(uniform, 1e-6), 1 - 1e-6);
  return Math.log(inside / (1 - inside)) / 1.702;
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
