import type { Estimate } from '../../domain/estimate.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { SecondaryMeasure } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';

export { factorName, measureName } from '../../measures/measure-name.ts';

/** What an experiment asks and what its headline means, for people who have not read the paper. */
export function experimentExplanation({ presentation, description }: Experiment): string {
  return presentation?.explanation ?? description;
}

/** The explanation of an experiment by its name; the name where the experiment is not known. */
export function explanationOf(experiments: Experiments, name: string): string {
  const experiment = experiments.get(name);
  return experiment === undefined ? name : experimentExplanation(experiment);
}

/** The measures of one experiment's estimates that its headline is read beside. */
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
