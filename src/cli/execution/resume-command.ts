import { shellWord } from '../../util/shell-word.ts';
import { storeFlag } from '../flags/store-flag.ts';
import { invocation } from '../invocation.ts';

/** Store and config file as the user gave them, for commands that the user can copy. */
export interface NamedFiles {
  readonly location: string | undefined;
  readonly configFile: string | undefined;
}

export function resumeCommand(run: string, named: NamedFiles): string {
  return `${invocation()} resume ${runWithFlags(run, named)}`;
}

/** Returns the id of a run with the flags for its config file and store. */
export function runWithFlags(run: string, { location, configFile }: NamedFiles): string {
  const config = configFile === undefined ? '' : ` --config ${shellWord(configFile)}`;
  return `${shellWord(run)}${config}${storeFlag(location)}`;
}
