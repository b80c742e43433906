import type { Experiment } from '../../experiments/experiment.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { capabilitiesOf } from '../../models/registry.ts';
import { tell } from '../../util/terminal.ts';
import type { RunOptions } from '../options/run-options.ts';

/** Selects every experiment. */
export const allExperiments = 'all';

/**
 * Returns the experiments that the models of a run can do, with a note about the others: some compare texts of two models,
 * and some require a capability. Model objects of the user are not checked here.
 */
export function possibleExperiments({ model = [] }: RunOptions, experiments: Experiments): readonly string[] {
  const lacks = ({ requires = [] }: Experiment) =>
    model.some((name) => requires.some((each) => capabilitiesOf(name)?.includes(each) === false));
  const alone = [...experiments.values()].filter(({ needsPeers }) => model.length < 2 && needsPeers === true);
  const unable = [...experiments.values()].filter((each) => !alone.includes(each) && lacks(each));
  leaveOut('they need a second model', alone);
  leaveOut('a model of the run cannot do what they require', unable);
  const left = new Set([...alone, ...unable].map(({ name }) => name));
  return [...experiments.keys()].filter((name) => !left.has(name));
}

function leaveOut(why: string, experiments: readonly Experiment[]): void {
  if (experiments.length === 0) return;
  tell(`note: left out, because ${why}: ${experiments.map(({ name }) => name).join(', ')}\n`);
}
