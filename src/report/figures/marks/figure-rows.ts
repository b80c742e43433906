import { selfExecutionScore } from '../../../analyze/estimates/self-execution-score.ts';
import type { PublishedModel, PublishedResults } from '../../../data/files/published-results.ts';
import type { Policy } from '../../../domain/policy.ts';
import { type Experiments, scoreExperiments } from '../../../experiments/registry.ts';
import type { Estimate } from '../../../results/estimate.ts';
import { oneLine } from '../../../util/text.ts';

/** Input of most figures. */
export interface FigureRows {
  readonly estimates: readonly Estimate[];
  readonly labels: Labels;
  readonly experiments: Experiments;
  /** The paper's fifteen models to draw for comparison; null if none. */
  readonly published: PublishedResults | null;
}

/** One measure of one experiment under one policy, as a panel of a figure. */
export interface Wanted {
  readonly panel: string;
  readonly experiment: string;
  readonly measure: string;
  readonly policy: Policy;
  /** Name in the published results, if it differs from the measure's. */
  readonly publishedMeasure?: string;
}

const maxLabelWidth = 60; // columns

/** Returns the label of an estimate's model in figures and tables. */
export type Labels = (estimate: Pick<Estimate, 'experiment' | 'model' | 'condition' | 'run'>) => string;

/**
 * Returns labels: the model's name, with the condition or the run where one experiment has several of them for the
 * model.
 */
export function buildLabels(estimates: readonly Estimate[]): Labels {
  const conditions = new Map<string, Set<string>>();
  const runs = new Map<string, Set<string>>();
  for (const { experiment, model, condition, run } of estimates) {
    addTo(conditions, JSON.stringify([experiment, model]), condition);
    addTo(runs, JSON.stringify([experiment, model, condition]), run ?? 'several runs');
  }
  const several = (sets: Map<string, Set<string>>, ...key: readonly string[]) =>
    (sets.get(JSON.stringify(key))?.size ?? 0) > 1;
  return ({ experiment, model, condition, run }) => {
    const parts = [oneLine(model, maxLabelWidth)];
    if (several(conditions, experiment, model)) parts.push(oneLine(condition, maxLabelWidth));
    if (several(runs, experiment, model, condition)) parts.push(`run ${run ?? 'several'}`);
    return parts.join(' · ');
  };
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  set.add(value);
  sets.set(key, set);
}

/**
 * Returns the title of a panel, which says where missing units count as wrong: its numbers then differ from those of the
 * verdicts, which leave missing units out. Parts separated by a colon are lines.
 */
export function panelTitle(experiments: Experiments, { experiment, panel, policy }: Wanted): string {
  const rule = policy === 'published' ? experiments.get(experiment)?.publishedPolicy : policy;
  return rule === 'failures-wrong' && !panel.includes('missing') ? `${panel}: missing counted as wrong` : panel;
}

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
