import type { Estimate } from '../domain/estimate.ts';
import type { OutcomeRow } from '../domain/outcome.ts';
import type { Experiments } from '../experiments/registry.ts';
import { Accumulator } from './accumulate.ts';
import { CategoricalPoints } from './categorical/categorical-points.ts';
import type { DataOf } from './compare/response-matrix.ts';
import { type HeadlineScore, headlineEstimates } from './estimates/group-estimates.ts';
import { headlineOf } from './estimates/headline.ts';

interface HeadlineOptions {
  readonly experiments: Experiments;
  readonly seed: number;
  /** Returns the data of a run's experiment (`dataOfRuns`). */
  readonly dataOf: DataOf;
}

/**
 * Accumulates rows for the headline scores only, in a fraction of the time and modules of `Analyzer`: without comparisons
 * of models, judges, probabilities and skills.
 */
export class HeadlineAnalyzer {
  readonly #options: HeadlineOptions;
  readonly #accumulator: Accumulator;
  readonly #categories: CategoricalPoints;

  constructor(options: HeadlineOptions) {
    this.#options = options;
    this.#accumulator = new Accumulator(options.experiments);
    this.#categories = new CategoricalPoints(options.dataOf);
  }

  add(row: OutcomeRow): void {
    this.#accumulator.add(row);
    this.#categories.add(row);
  }

  /**
   * Returns the headline measure of each experiment, model and condition under the published policy, equal to that of
   * `Analyzer.finish`.
   */
  scores(): readonly HeadlineScore[] {
    const { experiments, seed } = this.#options;
    const groups = this.#accumulator.groups();
    const options = { experiments, seed, otherModels: () => null };
    const categorical = this.#categories.estimates(groups, options);
    const isHeadline = ({ experiment, measure, policy }: Estimate) =>
      measure === headlineOf(categorical, experiment) && policy === experiments.get(experiment)?.publishedPolicy;
    return [...headlineEstimates(groups, options), ...categorical.filter(isHeadline)];
  }
}
