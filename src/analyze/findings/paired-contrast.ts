import { level as usualLevel } from '../../stats/basic/intervals.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { clusterBootstrapAll, fewestClusters } from '../../stats/resampling/bootstrap.ts';
import { signFlipTest } from '../../stats/resampling/permutation.ts';
import { ends } from '../compare/paired-differences.ts';

/** A paired difference with its two-sided p. */
interface PairedContrast {
  readonly value: number | null;
  readonly p: number | null;
}

/**
 * By how much a model's headline is better than that of another prediction of the same units, paired by cluster: above 0
 * where the model is better, also if a lower value of the measure is better.
 */
export interface Contrast {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** Two-sided sign-flip test by cluster, not adjusted. */
  readonly p: number | null;
  /** Units for which both have a score. */
  readonly n: number;
  readonly reason?: string;
}

/** Sums of differences and units, by cluster. */
export type Paired = readonly (readonly [difference: number, weight: number])[];

/** Maximum number of resamples of an interval at the level of many tests. */
const maxResamples = 20_000;
/** Expected number of resamples beyond each end of an interval. */
const tailResamples = 10;

function absentContrast(reason: string): Contrast {
  return { value: null, interval: null, p: null, n: 0, reason };
}

/** Returns the two-sided test without an interval: intervals for 24 constant orders would dominate the time of a report. */
function testOf(paired: Paired, seed: number): PairedContrast {
  const sums = paired.map(([difference]) => difference);
  const value = ratio(sumOf(sums), weightOf(paired));
  return { value, p: value === null ? null : (signFlipTest(sums, { seed })?.p ?? null) };
}

/** How the resamples of an interval are drawn. */
interface ContrastDrawing {
  readonly seed: number;
  /** Number of resamples of an interval; absent: as many as its level and its clusters need. */
  readonly resamples?: number | undefined;
}

export function contrastOf(paired: Paired, { seed, resamples }: ContrastDrawing): Contrast {
  const { value, p } = testOf(paired, seed);
  if (value === null) return absentContrast('no unit that both have a score for');
  return { value, interval: intervalOf(paired, { seed, resamples, level: usualLevel }), p, n: weightOf(paired) };
}

interface IntervalDrawing extends ContrastDrawing {
  readonly level: number;
}

/** Returns the interval of the mean difference at a level; null where clusters are too few or do not vary. */
export function intervalOf(paired: Paired, { seed, resamples, level }: IntervalDrawing): Contrast['interval'] {
  if (paired.length < fewestClusters(level)) return null;
  const values = (totals: Float64Array) => [ratio(totals[0] as number, totals[1] as number)];
  const needed = Math.ceil((2 * tailResamples) / (1 - level));
  const usual = level === usualLevel ? undefined : Math.min(maxResamples, Math.max(2_000, needed));
  const drawn = resamples ?? usual;
  const drawing = { seed, level, ...(drawn === undefined ? {} : { resamples: drawn }) };
  const [interval = null] = clusterBootstrapAll({ clusters: paired, values, ...drawing });
  return ends(interval);
}

function weightOf(paired: Paired): number {
  return sumOf(paired.map(([, weight]) => weight));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}
