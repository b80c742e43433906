import type { Command } from 'commander';
import type { TerminalOptions } from '../report/render/terminal.ts';
import { isSet } from './command-options.ts';

const defaultWidth = 80;
const minWidth = 60;

/** Columns of the terminal; 80 where the output is not a terminal, unless COLUMNS says otherwise. */
export function terminalWidth(): number {
  const given = Number(process.env.COLUMNS ?? '');
  const width = process.stdout.columns ?? (Number.isSafeInteger(given) && given > 0 ? given : defaultWidth);
  return Math.max(minWidth, width);
}

/** How a command shows its tables: the width of the terminal, `--wide` and `--explain`. */
export function terminalOptions(command: Command): TerminalOptions {
  return { width: terminalWidth(), wide: isSet(command, 'wide'), explain: isSet(command, 'explain') };
}
