import type { Command } from 'commander';
import { z } from 'zod';
import { shellWord } from '../../util/shell-word.ts';
import { hideCredentials } from '../../util/text.ts';

/** What the parser keeps of a command line; its types leave it out. */
const parsed = z.object({ rawArgs: z.array(z.string()) });

/**
 * Returns the command that the user typed, for one that repeats it with another flag: `seb worth a.csv b.csv --pass large`, without
 * passwords. `without`: flags that take no value and are left out.
 */
export function givenCommand(command: Command, without: readonly string[] = []): string {
  let root = command;
  while (root.parent !== null) root = root.parent;
  const { rawArgs } = parsed.parse(root);
  const words = rawArgs.filter((word) => !without.includes(word)).map((word) => shellWord(hideCredentials(word)));
  return ['seb', ...words].join(' ');
}
