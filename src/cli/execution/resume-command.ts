import { shellWord } from '../../util/shell-word.ts';
import { asTyped } from '../flags/next-command.ts';

/** Store and config file as the user gave them, for commands that the user can copy. */
export interface NamedFiles {
  readonly location: string | undefined;
  readonly configFile: string | undefined;
}

export function resumeCommand(run: string, named: NamedFiles): string {
  return runCommand('resume', run, named);
}

/** Returns a command on a run, with the flags for its config file and store. */
export function runCommand(name: 'resume' | 'show', run: string, { location, configFile }: NamedFiles): string {
  const config = configFile === undefined ? '' : ` --config ${shellWord(configFile)}`;
  return asTyped(location)(`seb ${name} ${shellWord(run)}${config}`);
}
