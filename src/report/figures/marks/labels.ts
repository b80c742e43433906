import type { Estimate } from '../../../domain/estimate.ts';
import { oneLine } from '../../../util/text.ts';

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
