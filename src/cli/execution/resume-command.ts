import { shellWord, storeFlag } from '../flags/store-flag.ts';
import { invocation } from '../invocation.ts';

/** Store and config file as the user named them, for commands that the user is to copy. */
export interface NamedFiles {
  readonly location: string | undefined;
  readonly configFile: string | undefined;
}

/** Returns the command that goes on with a run. */
export function resumeCommand(run: string, named: NamedFiles): string {
  return `${invocation()} resume ${runWithFlags(run, named)}`;
}

/** Returns the id of a run, with the flags that name its config file and store again. */
export function runWithFlags(run: string, { location, configFile }: NamedFiles): string {
  const config = configFile === undefined ? '' : ` --config ${shellWord(configFile)}`;
  return `${run}${config}${storeFlag(location)}`;
}
