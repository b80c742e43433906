import type { Command } from 'commander';
import { loadConfig } from '../../config/load.ts';
import { type Experiments, experimentRegistry } from '../../experiments/registry.ts';
import { textOption } from './store-option.ts';

/** The shipped experiments and those of the command's config file. */
export async function experimentsOf(command: Command): Promise<Experiments> {
  return experimentRegistry((await loadConfig(textOption(command, 'config') ?? null)).experiments ?? []);
}
