import { variableName } from '../../answers/options/option.ts';
import { runOptions } from '../../answers/options/run-options.ts';

/** Sources of this process's secrets. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command line, which may contain the name of a key's variable. */
  readonly args: readonly string[];
}

/** Matches names of variables that hold secrets. */
const secretName = /key|token|secret|password|passwd|credential|auth(?!or(?!iz))/i;

/** Returns the variables that the command line or the environment names as holding a server's key. */
export function namedKeyVariables({ environment, args }: Surroundings): readonly string[] {
  const flag = '--api-key-variable';
  const joined = args.filter((arg) => arg.startsWith(`${flag}=`)).map((arg) => arg.slice(flag.length + 1));
  const next = args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;
  return [next, ...joined, environment.SEB_API_KEY_VARIABLE].filter((name) => name !== undefined);
}

/** Variables such as SEB_API_KEY_VARIABLE, which hold the name of a key's variable and not a key. */
const settings: ReadonlySet<string> = new Set(runOptions.map(({ key }) => variableName(key)));

/** Minimum length of a secret; shorter values are words that a text may contain by chance. */
const shortestSecret = 6;

/** Returns the values of the environment that no output may contain. */
export function secretsIn({ environment, args }: Surroundings): readonly string[] {
  const named = namedKeyVariables({ environment, args });
  const isSecret = (name: string) => named.includes(name) || (secretName.test(name) && !settings.has(name));
  return Object.entries(environment)
    .flatMap(([name, value = '']) => (isSecret(name) ? [value.trim()] : []))
    .filter((value) => value.length >= shortestSecret);
}
