import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { forLocale, forTerminal, printScreen, withTypedCommands } from '../../util/terminal.ts';
import { isSet } from '../flags/command-options.ts';

/** What decides whether a long text goes through a pager. */
interface PagerSetting {
  /** Rows of the terminal; null where stdout is not one. */
  readonly rows: number | null;
  /** The program of `$PAGER`, with its arguments; empty: none. */
  readonly program: string;
}

/** Returns the pager of this process: `$PAGER`, or `less`; none with `--no-pager`, in a dumb terminal, and where stdout is not one. */
export function pagerSetting(isOff: boolean, environment: NodeJS.ProcessEnv = process.env): PagerSetting {
  const { PAGER, TERM } = environment;
  const isTerminal = process.stdout.isTTY === true && TERM !== 'dumb';
  const usual = process.platform === 'win32' ? '' : 'less';
  return { rows: isTerminal && !isOff ? process.stdout.rows : null, program: (PAGER ?? usual).trim() };
}

/** Returns the pager that a command with the flag `--no-pager` uses. */
export function pagerOf(command: Command): PagerSetting {
  return pagerSetting(!isSet(command, 'pager'));
}

/** Returns whether lines go through a pager: where they do not fit on the terminal. */
export function isPaged(lines: readonly string[], { rows, program }: PagerSetting): boolean {
  return rows !== null && program !== '' && program !== 'cat' && lines.length >= rows;
}

/** Prints lines for a person, through a pager where they do not fit on the terminal; without one that can be started, as they are. */
export function printPaged(lines: readonly string[], setting: PagerSetting): void {
  if (isPaged(lines, setting)) {
    const input = lines.map((line) => `${forTerminal(forLocale(withTypedCommands(line)))}\n`).join('');
    const env = { ...process.env, LESS: process.env.LESS ?? 'FRX' };
    const { error, status } = spawnSync(setting.program, {
      shell: true,
      input,
      env,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    if (error === undefined && status !== notFound && status !== notExecutable) return;
  }
  for (const line of lines) printScreen(line);
}

/** Statuses of a shell that could not start a program. */
const [notExecutable, notFound] = [126, 127];
