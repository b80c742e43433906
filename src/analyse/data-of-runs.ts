import type { RunConfig } from '../config/run-config.ts';
import type { Condition } from '../plan/condition.ts';
import type { DataOf } from './behaviour.ts';

type Runs = readonly { readonly id: string; readonly config: RunConfig }[];

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
