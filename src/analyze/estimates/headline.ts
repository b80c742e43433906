import type { Estimate } from '../../domain/estimate.ts';

/** Returns the headline measure of an experiment, its first one; null without estimates. Estimates come in this order. */
export function headlineOf(estimates: readonly Estimate[], experiment: string): string | null {
  return estimates.find((estimate) => estimate.experiment === experiment)?.measure ?? null;
}
