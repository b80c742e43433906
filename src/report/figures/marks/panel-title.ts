import type { Experiments } from '../../../experiments/registry.ts';
import type { Wanted } from './figure-rows.ts';

/**
 * Returns the title of a panel, which says where missing units count as wrong: its numbers then differ from those of the
 * verdicts, which leave missing units out. Parts separated by a colon are lines.
 */
export function panelTitle(experiments: Experiments, { experiment, panel, policy }: Wanted): string {
  const rule = policy === 'published' ? experiments.get(experiment)?.publishedPolicy : policy;
  return rule === 'failures-wrong' && !panel.includes('missing') ? `${panel}: missing counted as wrong` : panel;
}
