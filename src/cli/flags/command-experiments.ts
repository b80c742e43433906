import type { Command } from 'commander';
import type { SebConfig } from '../../answers/options/define-config.ts';
import { defaultConfig, loadConfig } from '../../answers/options/load.ts';
import {
  type Experiments,
  experimentRegistry,
  importedExperiments,
  shippedExperiments,
} from '../../experiments/registry.ts';
import type { RunRecord } from '../../store/store.ts';
import { tell } from '../../util/terminal.ts';
import { textOption } from './command-options.ts';

/** Config files by the command that loaded them, so that each is announced once. */
const loaded = new WeakMap<Command, Promise<SebConfig>>();

/** Returns the config file that the user named; null if none is named. */
function configFile(command: Command): string | null {
  return textOption(command, 'config') ?? null;
}

/**
 * Runs the config file of a command, and returns its default export. A file that the user did not name is announced,
 * because it is code, and a downloaded folder may contain its author's.
 */
export function configOf(command: Command): Promise<SebConfig> {
  const known = loaded.get(command);
  if (known !== undefined) return known;
  const named = configFile(command);
  const found = named ?? defaultConfig();
  if (named === null && found !== null) tell(`note: running the code in ${found} of this folder\n`);
  const config = found === null ? Promise.resolve({}) : loadConfig(found);
  loaded.set(command, config);
  return config;
}

/**
 * Returns the config file of a command that reads runs; nothing where it is not needed. The code of a file that the user
 * did not name runs only if a run has an experiment that is not shipped.
 */
export async function configOfRuns(runs: readonly Pick<RunRecord, 'config'>[], command: Command): Promise<SebConfig> {
  return isConfigNeeded(experimentNames(runs), command) ? await configOf(command) : {};
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
  const known = isConfigNeeded(names, command) ? await experimentsOf(command) : experimentRegistry();
  const imported = Object.values(importedExperiments).filter(({ name }) => names.includes(name) && !known.has(name));
  return new Map([...known, ...imported.map((experiment) => [experiment.name, experiment] as const)]);
}

function isConfigNeeded(experiments: readonly string[], command: Command): boolean {
  const shipped = { ...shippedExperiments, ...importedExperiments };
  const areShipped = experiments.every((name) => Object.hasOwn(shipped, name));
  return !areShipped || configFile(command) !== null;
}

function experimentNames(runs: readonly Pick<RunRecord, 'config'>[]): readonly string[] {
  return runs.flatMap(({ config }) => config.experiments.map(({ name }) => name));
}

/** Returns the experiments of runs, as `experimentsWith` does. */
export function experimentsOfRuns(runs: readonly Pick<RunRecord, 'config'>[], command: Command): Promise<Experiments> {
  return experimentsWith(experimentNames(runs), command);
}
