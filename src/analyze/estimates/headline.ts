import type { Estimate } from '../../domain/estimate.ts';

/** The headline measure of an experiment: its first one, in whose order estimates come; null where there are none. */
export function headlineOf(estimates: readonly Estimate[], experiment: string): string | null {
  return estimates.find((estimate) => estimate.experiment === experiment)?.measure ?? null;
}
