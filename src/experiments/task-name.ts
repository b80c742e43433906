import type { Experiment } from './experiment.ts';

/** Returns the name of an experiment's task, as all results show it; commands take the experiment's id. */
export type TaskName = (experiment: string) => string;

/** Returns the task's name of each experiment: its id where it gives none. */
export function taskNames(experiments: ReadonlyMap<string, Pick<Experiment, 'presentation'>>): TaskName {
  return (experiment) => experiments.get(experiment)?.presentation?.task ?? experiment;
}
