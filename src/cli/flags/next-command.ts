import type { Command } from 'commander';
import { nextLines } from '../../report/render/screen.ts';
import type { NextStep } from '../../results/step.ts';
import { printScreen } from '../../util/terminal.ts';
import { invocation } from '../process/invocation.ts';
import { textOption } from './command-options.ts';
import { storeFlag } from './store-flag.ts';
import { terminalWidth } from './terminal-options.ts';

/** Commands that use no store, and so have no flag for it. */
export const commandsWithoutStore: readonly string[] = [
  'attributes',
  'calls',
  'complete',
  'completion',
  ...['data draw', 'data example', 'data export', 'data generate', 'data list', 'data print'],
  'experiments',
  'init',
  'merge',
  'models',
  'rasch',
];

/**
 * Returns a suggested command (`seb view`) as the user has to type it: called alike, with the same store. Returns
 * advice that is no command unchanged.
 */
export function asTyped(store: string | undefined): (command: string) => string {
  return (command) => {
    const [program, name = '', ...words] = command.split(' ');
    if (program !== 'seb') return command;
    const isWithout =
      [name, `${name} ${words[0]}`].some((each) => commandsWithoutStore.includes(each)) ||
      words.some((word) => ['--store', '--help'].includes(word));
    return `${command.replace(/^seb/, invocation())}${isWithout ? '' : storeFlag(store)}`;
  };
}

/** Prints what to do next below a result, after a blank line; nothing where nothing is to do. */
export function printNext(next: readonly NextStep[], command: Command): void {
  if (next.length === 0) return;
  const options = { width: terminalWidth(), command: asTyped(textOption(command, 'store')) };
  printScreen(`\n${nextLines(next, options).join('\n')}`);
}
