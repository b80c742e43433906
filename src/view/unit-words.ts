import type { Experiment } from '../experiments/experiment.ts';
import type { OutcomeWords } from '../experiments/presentation.ts';
import type { Experiments } from '../experiments/registry.ts';

/** Words for the two values of an experiment's yes/no outcome. */
export function outcomeWordsOf({ presentation }: Pick<Experiment, 'presentation'>): OutcomeWords {
  return presentation?.outcomeWords ?? { yes: 'yes', no: 'no' };
}

/** What is predicted in an experiment, as a short noun phrase; an experiment without one goes by its name. */
export function taskOf(experiments: Experiments, experiment: string): string {
  return experiments.get(experiment)?.presentation?.task ?? experiment;
}
