import type { Command } from 'commander';
import stringWidth from 'string-width';
import type { TerminalOptions } from '../../report/render/terminal-table.ts';
import { withTypedCommands } from '../../util/terminal.ts';
import { escapeControls, wrapCommand, wrapText } from '../../util/text.ts';
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
      const width = Math.max(minWidth, columns);
      const [indent = ''] = /^ */.exec(line) ?? [];
      const wrapped = withCommandBelow(line, width) ?? wrapText(whole(line), width - indent.length);
      return wrapped.map((part) => `${indent}${part}`.trimEnd());
    });
  return lines.join('\n').replaceAll(keptSpace, ' ');
}

/**
 * Returns a line that ends with a command (`to continue: seb resume ...`) and does not fit as the prose and, below it, the
 * command, which can be copied. Null for any other line.
 */
function withCommandBelow(line: string, columns: number): readonly string[] | null {
  const start = `: ${invocation()} `;
  const at = line.lastIndexOf(start);
  if (line.startsWith(' ') || stringWidth(line) <= columns || at < 0) return null;
  const [prose, command] = [line.slice(0, at + 1), line.slice(at + 2)];
  if (/[;`]/.test(command.replaceAll(/'[^']*'/g, ''))) return null; // more prose follows, or it stands in backticks
  return [...wrapText(prose, columns), ...wrapCommand(escapeControls(command), columns - 2).map((part) => `  ${part}`)];
}

/** Stands for a space at which no line is broken; no text has it. */
const keptSpace = '\ue000';

/** Returns how a command prints its tables: the width of the terminal, `--wide` and `--explain`. */
export function terminalOptions(command: Command): TerminalOptions {
  return { width: terminalWidth(), wide: isSet(command, 'wide'), explain: isSet(command, 'explain') };
}
