import type { Command } from 'commander';
import { readAttributes } from '../../dataset/files/attribute-file.ts';
import type { AttributeTable } from '../../domain/attribute-table.ts';
import { textOption } from './command-options.ts';

/** Returns the table of attributes of a command; nothing without the flag. AppError for a file that is not such a table. */
export function attributesGiven(command: Command): { readonly attributes?: AttributeTable } {
  const path = textOption(command, 'attributes');
  return path === undefined ? {} : { attributes: readAttributes(path) };
}
