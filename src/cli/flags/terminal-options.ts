import type { Command } from 'commander';
import type { TerminalOptions } from '../../report/render/terminal-table.ts';
import { withTypedCommands } from '../../util/terminal.ts';
import { wrapText } from '../../util/text.ts';
import { isSet } from './command-options.ts';

const defaultWidth = 80;
const minWidth = 40;

/** Returns the columns of the terminal; 80 if the output is not a terminal, unless COLUMNS is set. */
export function terminalWidth(): number {
  const given = Number(process.env.COLUMNS ?? '');
  const width = process.stdout.columns ?? (Number.isSafeInteger(given) && given > 0 ? given : defaultWidth);
  return Math.max(minWidth, width);
}

/**
 * Returns a message in lines that fit the terminal of stderr; commands in backticks stay whole. Unchanged where stderr
 * is not a terminal and COLUMNS is not set, as in the log of a job.
 */
export function wrapMessage(text: string): string {
  return wrapLines(text, process.stderr.columns ?? Number(process.env.COLUMNS ?? ''));
}

/** Returns text for stdout in lines that fit its terminal, like `wrapMessage`. */
export function wrapScreen(text: string): string {
  return wrapLines(text, process.stdout.columns ?? Number(process.env.COLUMNS ?? ''));
}

function wrapLines(text: string, columns: number): string {
  if (!(columns > 0)) return text;
  const whole = (line: string) => line.replaceAll(/`[^`]+`/g, (command) => command.replaceAll(' ', keptSpace));
  const lines = withTypedCommands(text)
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      const wrapped = wrapText(whole(line), Math.max(minWidth, columns) - indent.length);
      return wrapped.map((part) => `${indent}${part}`.trimEnd());
    });
  return lines.join('\n').replaceAll(keptSpace, ' ');
}

/** Stands for a space at which no line is broken; no text has it. */
const keptSpace = '\ue000';

/** Returns how a command prints its tables: the width of the terminal, `--wide` and `--explain`. */
export function terminalOptions(command: Command): TerminalOptions {
  return { width: terminalWidth(), wide: isSet(command, 'wide'), explain: isSet(command, 'explain') };
}
