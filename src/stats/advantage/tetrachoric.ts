import { normalQuantile } from '../basic/quantiles.ts';

/** Positive nodes and weights of the 20-point Gauss-Legendre rule on [-1, 1] (Abramowitz and Stegun, table 25.4). */
const nodes = [
  [0.076526521133497, 0.152753387130726],
  [0.227785851141645, 0.149172986472604],
  [0.37370608871542, 0.142096109318382],
  [0.510867001950827, 0.131688638449177],
  [0.636053680726515, 0.118194531961518],
  [0.746331906460151, 0.10193011981724],
  [0.839116971822219, 0.083276741576705],
  [0.912234428251326, 0.062672048334109],
  [0.963971927277914, 0.040601429800387],
  [0.993128599185095, 0.017614007139152],
] as const;

/** A standard normal variable that is "yes" below its threshold, with probability `rate`. */
interface Threshold {
  readonly rate: number;
  readonly at: number;
}

export function thresholdOf(rate: number): Threshold {
  return { rate, at: normalQuantile(rate) };
}

/**
 * Returns the probability that both of two standard normal variables of correlation rho lie below their thresholds: the
 * product of their rates plus the density integrated from 0 to rho (Drezner and Wesolowsky 1990, in the angle asin rho).
 */
export function bothBelow(one: Threshold, other: Threshold, rho: number): number {
  if (rho === 0) return one.rate * other.rate; // nothing to integrate: the start of every estimate
  const angle = Math.asin(rho);
  const squares = one.at * one.at + other.at * other.at;
  const product = 2 * one.at * other.at;
  let sum = 0;
  for (const [node, weight] of nodes) {
    const above = Math.sin((angle * (1 + node)) / 2);
    const below = Math.sin((angle * (1 - node)) / 2);
    sum += weight * Math.exp((product * above - squares) / (2 * (1 - above * above)));
    sum += weight * Math.exp((product * below - squares) / (2 * (1 - below * below)));
  }
  return one.rate * other.rate + (sum * angle) / (4 * Math.PI);
}

/** Maximum absolute correlation that is reported: a table with an empty cell has no finite estimate. */
const largest = 0.97;
const maxRounds = 20;

/**
 * Returns the tetrachoric correlation (Pearson 1900): that of two standard normal variables that are both below their
 * thresholds with probability `both`. An impossible or empty cell is moved inward by `least` (half a case).
 */
export function tetrachoric(one: Threshold, other: Threshold, table: { both: number; least: number }): number {
  const low = Math.max(0, one.rate + other.rate - 1) + table.least;
  const high = Math.min(one.rate, other.rate) - table.least;
  const both = low < high ? Math.min(high, Math.max(low, table.both)) : (low + high) / 2;
  let rho = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const free = 1 - rho * rho;
    const squares = one.at * one.at + other.at * other.at - 2 * rho * one.at * other.at;
    const density = Math.exp(-squares / (2 * free)) / (2 * Math.PI * Math.sqrt(free));
    const step = (both - bothBelow(one, other, rho)) / Math.max(density, 1e-6);
    const next = Math.min(largest, Math.max(-largest, rho + Math.min(0.4, Math.max(-0.4, step))));
    if (Math.abs(next - rho) < 1e-7) return next;
    rho = next;
  }
  return rho;
}
