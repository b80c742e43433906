import type { Refusal } from '../results/refusal.ts';
import { print } from '../util/terminal.ts';

/** Returns whether a command line asks for JSON; also where it is invalid, so that no command reads it. */
export function asksForJson(args: readonly string[]): boolean {
  return args.includes('--json');
}

/** Prints a refusal or a failure as the one JSON object of a command with `--json`. */
export function printRefusal(refusal: Refusal): void {
  print(JSON.stringify(refusal));
}
