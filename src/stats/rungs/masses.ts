/** A distribution over first, first + 1, ...; what it leaves out has a probability below 1e-25. */
export interface Masses {
  readonly first: number;
  readonly mass: Float64Array;
}

/** Drops zeros and probabilities below 1e-25 at both ends of a long distribution. */
export function trimmed({ first, mass }: Masses): Masses {
  if (mass.length < 1_000) return { first, mass };
  let [from, to] = [0, mass.length];
  while (from < to && (mass[from] as number) < 1e-25) from += 1;
  while (to > from && (mass[to - 1] as number) < 1e-25) to -= 1;
  return { first: first + from, mass: mass.slice(from, to) };
}

/** Returns the distribution of the sum of two independent values. */
export function convolve(one: Masses, other: Masses): Masses {
  const mass = new Float64Array(one.mass.length + other.mass.length - 1);
  for (const [i, p] of one.mass.entries()) {
    if (p === 0) continue;
    for (let j = 0; j < other.mass.length; j += 1)
      mass[i + j] = (mass[i + j] as number) + p * (other.mass[j] as number);
  }
  return trimmed({ first: one.first + other.first, mass });
}

/** Returns P(value >= from), summed from the smallest probability up. */
export function tailFrom({ first, mass }: Masses, from: number): number {
  let p = 0;
  for (let at = mass.length - 1; at >= Math.max(0, from - first); at -= 1) p += mass[at] as number;
  return Math.min(1, p);
}

/** Returns P(value <= to). */
export function headTo({ first, mass }: Masses, to: number): number {
  let p = 0;
  for (let at = 0; at <= Math.min(mass.length - 1, to - first); at += 1) p += mass[at] as number;
  return Math.min(1, p);
}

/** Returns the mean and the variance. */
export function momentsOf({ first, mass }: Masses): { readonly mean: number; readonly variance: number } {
  let [sum, squares, weight] = [0, 0, 0];
  for (const [at, p] of mass.entries()) {
    weight += p;
    sum += p * at;
    squares += p * at * at;
  }
  const mean = sum / weight;
  return { mean: first + mean, variance: Math.max(0, squares / weight - mean * mean) };
}

/** Returns the smallest value with P(as large or larger) <= the error; null where even the largest is likelier. */
export function criticalSum({ first, mass }: Masses, error: number): number | null {
  let p = 0;
  for (let at = mass.length - 1; at >= 0; at -= 1) {
    p += mass[at] as number;
    if (p > error) return at === mass.length - 1 ? null : first + at + 1;
  }
  return null;
}

/**
 * Returns the distribution with each mass multiplied by exp(tilt * value), scaled to 1. For a hypergeometric count it is
 * Fisher's noncentral hypergeometric distribution (Fisher 1935; Fog 2008) with the odds ratio exp(tilt).
 */
export function tilted({ first, mass }: Masses, tilt: number): Masses {
  const logs = mass.map((each, at) => (each > 0 ? Math.log(each) + tilt * at : Number.NEGATIVE_INFINITY));
  const most = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const weights = logs.map((each) => Math.exp(each - most));
  const total = weights.reduce((sum, each) => sum + each, 0);
  return { first, mass: weights.map((each) => each / total) };
}
