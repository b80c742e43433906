import type { Command } from 'commander';
import type { TerminalOptions } from '../../report/render/terminal-table.ts';
import { withTypedCommands } from '../../util/terminal.ts';
import { wrapLines } from '../../util/text.ts';
import { invocation } from '../process/invocation.ts';
import { isSet } from './command-options.ts';

const defaultWidth = 80;
const minWidth = 40;

/** Returns the columns of the terminal; 80 if the output is not a terminal, unless COLUMNS is set. */
export function terminalWidth(): number {
  const given = Number(process.env.COLUMNS ?? '');
  const width = process.stdout.columns ?? (Number.isSafeInteger(given) && given > 0 ? given : defaultWidth);
  return Math.max(minWidth, width);
}

/** Returns text for stdout in lines that fit its terminal, as `tell` writes messages; unchanged where no width is known. */
export function wrapScreen(text: string): string {
  return wrapLines(withTypedCommands(text), process.stdout.columns ?? Number(process.env.COLUMNS ?? ''), invocation());
}

/** Returns how a command prints its tables: the width of the terminal, `--wide` and `--explain`. */
export function terminalOptions(command: Command): TerminalOptions {
  return { width: terminalWidth(), wide: isSet(command, 'wide'), explain: isSet(command, 'explain') };
}
