import { scoreExperiments } from '../../experiments/registry.ts';
import type { PublishedModel } from '../../files/published-results.ts';
import { mean } from '../../stats/basic/moments.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';

/** The experiment name and measure of the paper's summary score over several experiments. */
export const selfExecutionScore = { experiment: 'all', measure: 'self_execution_score' } as const;

/** What a published model scored under the published conventions; null where that was not published. */
export function publishedValue(
  { experiments }: Pick<FigureRows, 'experiments'>,
  { experiment, measure, publishedMeasure }: Wanted,
  model: PublishedModel,
): number | null {
  if (experiment !== selfExecutionScore.experiment) {
    return experiments.get(experiment)?.presentation?.published?.[publishedMeasure ?? measure]?.(model) ?? null;
  }
  const parts = scoreExperiments(experiments).map(
    ({ presentation, selfExecutionMeasure = '' }) => presentation?.published?.[selfExecutionMeasure]?.(model) ?? null,
  );
  const present = parts.filter((value) => value !== null);
  return present.length === parts.length ? mean(present) : null;
}

/** Whether the paper gives values for a measure of an experiment. */
export function isPublished({ experiments }: Pick<FigureRows, 'experiments'>, wanted: Wanted): boolean {
  if (wanted.experiment === selfExecutionScore.experiment) return wanted.measure === selfExecutionScore.measure;
  const published = experiments.get(wanted.experiment)?.presentation?.published ?? {};
  return Object.hasOwn(published, wanted.publishedMeasure ?? wanted.measure);
}

/** The parts of the paper's summary score and the score itself, as panels under policy `published`. */
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
  return { parts, score: { panel: 'self-execution score', ...selfExecutionScore, policy: 'published' } };
}
