import type { Condition } from '../../domain/condition.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { slotOfKind } from '../../domain/slot.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import type { DataOf } from '../contrasts/unit-tables.ts';

/** Returns a text of a run's settings for an experiment; equal for equal settings. */
export type SettingsOf = (run: string, experiment: Experiment) => string;

/** Runs with their configurations. */
export type Runs = readonly { readonly id: string; readonly config: RunConfig }[];

/**
 * Returns a function that names the data of runs: rows of different runs are about the same items only if experiment
 * version and data set are equal.
 */
export function dataOfRuns(runs: Runs): DataOf {
  const names = new Map<string, ReadonlyMap<string, string>>(
    runs.map(({ id, config: { experiments } }) => [
      id,
      new Map(experiments.map(({ name, version, dataset }) => [name, `${dataset.sha256} v${version}`])),
    ]),
  );
  return (run, experiment) => names.get(run)?.get(experiment) ?? run;
}

/** Returns the name of a task as results show it. */
export type TaskOfRun = (run: string, experiment: string) => string;

/** Returns a function that names the tasks of runs: as the experiment does, or by its data set where these are different tasks. */
export function tasksOfRuns(runs: Runs, experiments: Experiments): TaskOfRun {
  const taskOf = taskNames(experiments);
  const configs = new Map<string, RunConfig>(runs.map(({ id, config }) => [id, config]));
  return (run, experiment) => {
    const planned = configs.get(run)?.experiments.find(({ name }) => name === experiment);
    const isNamedByData = experiments.get(experiment)?.presentation?.isNamedByData === true;
    return (isNamedByData ? planned?.dataset.name : undefined) ?? taskOf(experiment);
  };
}

/** Returns a function from a run and experiment to the conditions of its predictions. */
export function conditionsOfRuns(runs: Runs): (run: string, experiment: string) => readonly Condition[] {
  const configs = new Map<string, RunConfig>(runs.map(({ id, config }) => [id, config]));
  return (run, experiment) => configs.get(run)?.experiments.find(({ name }) => name === experiment)?.conditions ?? [];
}

/**
 * Returns a text of a run's sampling settings and, where responses are judged, of its judging, which may differ between
 * compared runs.
 */
export function settingsOfRuns(runs: Runs): SettingsOf {
  const configs = new Map<string, RunConfig>(runs.map(({ id, config }) => [id, config]));
  return (run, experiment) => {
    const config = configs.get(run);
    if (config === undefined) return '';
    const { judge, judgeRubric, sampling } = config;
    const options = Object.entries(sampling).map(([name, value]) => `${name} ${value}`);
    const judged = `judged by ${judge === null ? 'itself' : judge.name}, ${judgeRubric}`;
    return [
      options.length === 0 ? 'default sampling' : options.join(', '),
      ...(slotOfKind(experiment.slots, 'judge') === null ? [] : [judged]),
    ].join('; ');
  };
}
