import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type Experiments, experimentRegistry, shippedExperiments } from '../../experiments/registry.ts';
import type { SebConfig } from '../../run/options/define-config.ts';
import { defaultFile, loadConfig } from '../../run/options/load.ts';
import type { RunRecord } from '../../store/store.ts';
import { tell } from '../../util/terminal.ts';
import { textOption } from './command-options.ts';

/**
 * Runs the config file of a command, and returns its default export. A file that the user did not name is announced,
 * because it is code, and a downloaded folder may contain its author's.
 */
export async function configOf(command: Command): Promise<SebConfig> {
  const path = textOption(command, 'config') ?? null;
  if (path === null && existsSync(defaultFile)) tell(`note: running the code in ${defaultFile} of this folder\n`);
  return loadConfig(path);
}

/** Returns the shipped experiments and those of the command's config file. */
export async function experimentsOf(command: Command): Promise<Experiments> {
  return experimentRegistry((await configOf(command)).experiments ?? []);
}

/**
 * Returns experiments that include the named ones if they exist. The code of a config file that the user did not name
 * runs only if a name is not that of a shipped experiment.
 */
export async function experimentsWith(names: readonly string[], command: Command): Promise<Experiments> {
  const areShipped = names.every((name) => Object.hasOwn(shippedExperiments, name));
  return areShipped && textOption(command, 'config') === undefined ? experimentRegistry() : experimentsOf(command);
}

/** Returns the experiments of runs, as `experimentsWith` does. */
export function experimentsOfRuns(runs: readonly Pick<RunRecord, 'config'>[], command: Command): Promise<Experiments> {
  const names = runs.flatMap(({ config }) => config.experiments.map(({ name }) => name));
  return experimentsWith(names, command);
}
