import { invocation } from '../process/invocation.ts';
import { storeFlag } from './store-flag.ts';

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
