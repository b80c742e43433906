import type { Command } from 'commander';
import { readAttributes } from '../../data/files/attribute-file.ts';
import type { AttributeTable } from '../../domain/attribute-table.ts';
import type { RunRecord } from '../../store/store.ts';
import { configOfRuns } from './command-experiments.ts';
import { textOption } from './command-options.ts';

/**
 * Returns the table of attributes of a command that reads runs: that of the flag or its variable, else that of the config
 * file if the command needs one; nothing without them. AppError for a file that is not such a table.
 */
export async function attributesGiven(
  runs: readonly RunRecord[],
  command: Command,
): Promise<{ readonly attributes?: AttributeTable }> {
  const path = await attributesPath(runs, command);
  return path === undefined ? {} : { attributes: readAttributes(path) };
}

/** Returns the path of the table that `attributesGiven` reads; undefined without one. */
export async function attributesPath(runs: readonly RunRecord[], command: Command): Promise<string | undefined> {
  return textOption(command, 'attributes') ?? (await configOfRuns(runs, command)).attributes;
}
