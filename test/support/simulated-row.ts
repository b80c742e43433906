import { logistic } from '../../src/stats/distributions.ts';
import type { ModelUnits, ReferenceRow } from '../../src/stats/pair-residuals.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';

/** A simulated row: all models share one difficulty of each unit; some know something about themselves alone. */
export interface SimulatedRow {
  readonly models: number;
  readonly units: number;
  /** Weight of what the first model alone knows about its outcomes; 0 without. */
  readonly private?: number;
  /** Share of missing values on each side. */
  readonly missing?: number;
  readonly cells?: number;
  readonly clusterSize?: number;
  readonly families?: readonly number[];
}

/** Draws yes/no predictions and outcomes of models that share one difficulty. */
export function simulatedRow(seed: string | number, options: SimulatedRow): ReferenceRow {
  const random = seededRandom('row beyond others', seed);
  const { models, units, missing = 0, cells = 1, clusterSize = 1, families } = options;
  const difficulty = Float64Array.from({ length: units }, () => normal(random));
  const cluster = Int32Array.from({ length: units }, (_, unit) => Math.floor(unit / clusterSize));
  const answer = (logit: number) => (random() < missing ? Number.NaN : Number(random() < logistic(logit)));
  const drawn = Array.from({ length: models }, (_, index): ModelUnits => {
    const own = difficulty.map(() => normal(random));
    const weight = index === 0 ? (options.private ?? 0) : 0;
    return {
      name: `model ${index}`,
      family: families?.[index] ?? index,
      prediction: difficulty.map((shared, unit) => answer(shared + weight * (own[unit] as number) - 0.3)),
      outcome: difficulty.map((shared, unit) => answer(shared + 1.5 * (own[unit] as number) - 0.5)),
      cell: cells === 1 ? null : cluster.map((each) => Math.floor((each * clusterSize * cells) / units)),
      asked: null,
    };
  });
  return { models: drawn, cluster, scale: { prediction: 'share', outcome: 'share' } };
}

/** Returns a standard normal number (Box and Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
