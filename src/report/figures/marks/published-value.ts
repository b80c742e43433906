import { selfExecutionScore } from '../../../analyze/estimates/self-execution-score.ts';
import type { PublishedModel } from '../../../dataset/files/published-results.ts';
import { scoreExperiments } from '../../../experiments/registry.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';

/** The experiment name and measure of the paper's summary score over several experiments. */
const summary = { experiment: 'all', measure: 'self_execution_score' } as const;

/** Returns a published model's score under the published conventions; null where it was not published. */
export function publishedValue(
  { experiments }: Pick<FigureRows, 'experiments'>,
  { experiment, measure, publishedMeasure }: Wanted,
  model: PublishedModel,
): number | null {
  if (experiment !== summary.experiment) {
    return experiments.get(experiment)?.presentation?.published?.[publishedMeasure ?? measure]?.(model) ?? null;
  }
  const parts = scoreExperiments(experiments).map(
    ({ presentation, selfExecutionMeasure = '' }) => presentation?.published?.[selfExecutionMeasure]?.(model) ?? null,
  );
  return selfExecutionScore(parts);
}

/** Returns whether the paper has values for a measure of an experiment. */
export function isPublished({ experiments }: Pick<FigureRows, 'experiments'>, wanted: Wanted): boolean {
  if (wanted.experiment === summary.experiment) return wanted.measure === summary.measure;
  const published = experiments.get(wanted.experiment)?.presentation?.published ?? {};
  return Object.hasOwn(published, wanted.publishedMeasure ?? wanted.measure);
}

/** Returns the parts of the paper's summary score and the score itself, as panels under policy `published`. */
export function selfExecutionPanels({ experiments }: Pick<FigureRows, 'experiments'>): {
  readonly parts: readonly Wanted[];
  readonly score: Wanted;
} {
  const parts = scoreExperiments(experiments).map(
    ({ name, selfExecutionMeasure = '' }): Wanted => ({
      panel: name,
      experiment: name,
      measure: selfExecutionMeasure,
      policy: 'published',
    }),
  );
  return { parts, score: { panel: 'self-execution score', ...summary, policy: 'published' } };
}
