import type { Estimate } from '../../domain/estimate.ts';

/** Returns the headline measure of an experiment, its first one; null without estimates. Estimates come in this order. */
export function headlineOf(estimates: readonly Estimate[], experiment: string): string | null {
  return estimates.find((estimate) => estimate.experiment === experiment)?.measure ?? null;
}

type ScorePlace = Pick<Estimate, 'run' | 'experiment' | 'model' | 'condition' | 'measure'>;

/** Returns the estimate that the score of a verdict comes from; undefined where there is none. */
export function scoreEstimate(estimates: readonly Estimate[], place: ScorePlace): Estimate | undefined {
  return estimates.find(
    ({ run, experiment, model, condition, measure, policy }) =>
      run === place.run &&
      experiment === place.experiment &&
      model === place.model &&
      condition === place.condition &&
      measure === place.measure &&
      policy === 'parsed',
  );
}
