import type { RunConfig } from '../config/run-config.ts';
import type { DataOf } from './behaviour.ts';

/** Rows of different runs are about the same items only where experiment version and data set are the same. */
export function dataOfRuns(runs: readonly { readonly id: string; readonly config: RunConfig }[]): DataOf {
  const names = new Map<string, string>();
  for (const { id, config } of runs) {
    for (const { name, version, dataset } of config.experiments) {
      names.set(JSON.stringify([id, name]), `${dataset.sha256} v${version}`);
    }
  }
  return (run, experiment) => names.get(JSON.stringify([run, experiment])) ?? run;
}
