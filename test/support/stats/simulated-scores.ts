import { logistic } from '../../../src/stats/distributions.ts';
import { lehmer } from './lehmer.ts';

interface SimulatedScores {
  readonly seed: number;
  readonly models: number;
  readonly items: number;
  /** Share of cells without a score. */
  readonly missing: number;
}

/** Returns the 0/1 scores that bench/reference/rasch.R and rasch-large.R generate from the same seed. */
export function simulatedScores({ seed, models, items, missing }: SimulatedScores): (number | null)[][] {
  const numbers = lehmer(seed, models * items * 2);
  return Array.from({ length: models }, (_, i) =>
    Array.from({ length: items }, (__, j) => {
      const k = 2 * (i * items + j);
      const theta = (3 * (i + 0.5)) / models - 1.5;
      const delta = (2 * (j + 0.5)) / items - 1;
      return (numbers[k] as number) < missing ? null : Number((numbers[k + 1] as number) < logistic(theta - delta));
    }),
  );
}
