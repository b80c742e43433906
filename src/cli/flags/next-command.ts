import { invocation } from '../invocation.ts';
import { storeFlag } from './store-flag.ts';

/**
 * Returns a suggested command (`seb view`) as the user has to type it: called alike, with the same store. Returns
 * advice that is no command unchanged.
 */
export function asTyped(store: string | undefined): (command: string) => string {
  return (command) =>
    command.startsWith('seb ') ? `${command.replace(/^seb/, invocation())}${storeFlag(store)}` : command;
}
