import type { Condition } from '../domain/condition.ts';
import type { RunConfig } from '../domain/run-config.ts';
import type { Experiment } from '../experiments/experiment.ts';
import type { DataOf } from './compare/response-matrix.ts';

/** Names a run's settings for an experiment, equal where they are the same. */
export type SettingsOf = (run: string, experiment: Experiment) => string;

/** Runs by what was configured. */
export type Runs = readonly { readonly id: string; readonly config: RunConfig }[];

/** Rows of different runs are about the same items only where experiment version and data set are the same. */
export function dataOfRuns(runs: Runs): DataOf {
  const names = new Map<string, ReadonlyMap<string, string>>(
    runs.map(({ id, config: { experiments } }) => [
      id,
      new Map(experiments.map(({ name, version, dataset }) => [name, `${dataset.sha256} v${version}`])),
    ]),
  );
  return (run, experiment) => names.get(run)?.get(experiment) ?? run;
}

/** The conditions under which a run asked an experiment's forecasts. */
export function conditionsOfRuns(runs: Runs): (run: string, experiment: string) => readonly Condition[] {
  const configs = new Map<string, RunConfig>(runs.map(({ id, config }) => [id, config]));
  return (run, experiment) => configs.get(run)?.experiments.find(({ name }) => name === experiment)?.conditions ?? [];
}

/** How a run's answers were sampled and, where an experiment has its responses judged, by whom: what may differ in a comparison. */
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
      ...(experiment.maxOutputTokens.judge === undefined ? [] : [judged]),
    ].join('; ');
  };
}
