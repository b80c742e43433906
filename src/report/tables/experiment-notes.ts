import type { Experiment } from '../../experiments/experiment.ts';
import type { SecondaryMeasure } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';

export { factorName, measureName } from '../../outcome-kinds/words.ts';

/** Returns what an experiment asks and what its headline means, for readers who do not know the paper. */
export function experimentExplanation({ presentation, description }: Experiment): string {
  return presentation?.explanation ?? description;
}

/** Returns the explanation of an experiment by its name; the name if the experiment is unknown. */
export function explanationOf(experiments: Experiments, name: string): string {
  const experiment = experiments.get(name);
  return experiment === undefined ? name : experimentExplanation(experiment);
}

/** Returns the measures of one experiment's estimates that are shown next to its headline. */
export function secondaryMeasures(
  experiments: Experiments,
  estimates: readonly Estimate[],
): readonly SecondaryMeasure[] {
  const declared = experiments.get(estimates[0]?.experiment ?? '')?.presentation?.secondaryMeasures ?? [];
  return declared.filter(({ measure, isDetail }) =>
    estimates.some(
      (each) => each.measure === measure && each.value !== null && (isDetail !== true || each.value !== 0),
    ),
  );
}
