import { defaultStoreLocation } from '../../store/location.ts';
import { hideCredentials } from '../../util/text.ts';
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

/** A password in the URL of the store is not shown. */
function storeFlag(location: string | undefined): string {
  if (location === undefined || location === defaultStoreLocation()) return '';
  const shown = hideCredentials(location);
  if (shown !== location) return ' --store "$SEB_STORE" (with its URL in SEB_STORE)';
  return ` --store ${shellWord(shown)}`;
}

/** Quotes a name that a shell would split. */
function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
