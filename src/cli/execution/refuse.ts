import type { Command } from 'commander';
import { tell } from '../../util/terminal.ts';
import { isSet } from '../flags/command-options.ts';
import { exitCodes } from '../process/exit-codes.ts';
import { printRefusal } from '../process/json-refusal.ts';

/**
 * Says that there is nothing to measure or compare, and sets exit code 2: on stderr for a person, on stdout as JSON with
 * `--json`. `lead`: what could not be done, before the reason.
 */
export function refuse(
  { reason, advice, lead }: { readonly reason: string; readonly advice: string; readonly lead?: string },
  command: Command,
): void {
  if (isSet(command, 'json')) printRefusal({ kind: 'refused', code: null, reason, advice });
  tell(`${lead === undefined ? 'seb: ' : `${lead}: `}${reason}\n     ${advice}\n`);
  process.exitCode = exitCodes.incomplete;
}
