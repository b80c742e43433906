import type { PublishedModel, PublishedResults } from '../../data/files/published-results.ts';
import { type Experiments, scoreExperiments } from '../../experiments/registry.ts';
import { mean } from '../../stats/moments.ts';
import type { ModelScore } from './analyze-attributes.ts';

/**
 * Returns the scores of the paper's fifteen models as cases for attributes: those that each experiment lists, and the
 * paper's summary, the mean of its three accuracies.
 */
export function publishedScores({ models }: PublishedResults, experiments: Experiments): readonly ModelScore[] {
  const own = scoreExperiments(experiments).flatMap(({ name, presentation, selfExecutionMeasure = '' }) =>
    (presentation?.publishedScores ?? [selfExecutionMeasure]).flatMap((measure) =>
      casesOf(models, { experiment: name, measure }, (model) => presentation?.published?.[measure]?.(model) ?? null),
    ),
  );
  const parts = scoreExperiments(experiments).map(
    ({ presentation, selfExecutionMeasure = '' }) =>
      (model: PublishedModel) =>
        presentation?.published?.[selfExecutionMeasure]?.(model) ?? null,
  );
  const summary = { experiment: 'all', measure: 'self_execution_score' };
  return [...own, ...casesOf(models, summary, (model) => mean(parts.flatMap((part) => part(model) ?? [])))];
}

function casesOf(
  models: readonly PublishedModel[],
  place: Pick<ModelScore, 'experiment' | 'measure'>,
  score: (model: PublishedModel) => number | null,
): readonly ModelScore[] {
  return models.flatMap((each): readonly ModelScore[] => {
    const value = score(each);
    return value === null ? [] : [{ model: each.model, ...place, unit: 'share', value }];
  });
}
