import type { Refusal } from '../../results/refusal.ts';
import { print, withTypedCommands } from '../../util/terminal.ts';
import { hideCredentials } from '../../util/text.ts';

/** Returns whether a command line asks for JSON; also where it is invalid, so that no command reads it. */
export function asksForJson(args: readonly string[]): boolean {
  return args.includes('--json');
}

/**
 * Prints a refusal or a failure as the one JSON object of a command with `--json`: its texts are those of the terminal, with commands
 * as the user types them and without user names and passwords.
 */
export function printRefusal({ kind, code, reason, advice }: Refusal): void {
  const shown = (text: string) => hideCredentials(withTypedCommands(text));
  print(JSON.stringify({ kind, code, reason: shown(reason), advice: advice === null ? null : shown(advice) }));
}
