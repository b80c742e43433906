import type { Command } from 'commander';
import { type Experiments, experimentRegistry } from '../../experiments/registry.ts';
import { loadConfig } from '../../run/options/load.ts';
import { textOption } from './command-options.ts';

/** Loads the shipped experiments and those of the command's config file. */
export async function experimentsOf(command: Command): Promise<Experiments> {
  return experimentRegistry((await loadConfig(textOption(command, 'config') ?? null)).experiments ?? []);
}
