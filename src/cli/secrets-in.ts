import { runOptionDescriptions } from '../config/option-descriptions.ts';
import { variableName } from '../config/option-names.ts';

/** Where secrets of this process are. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command line, which may name the variable of a key. */
  readonly args: readonly string[];
}

/** Names of variables that hold what nobody else may see. */
const secretName = /key|token|secret|password|passwd|credential|auth(?!or(?!iz))/i;

/** Ours, as SEB_API_KEY_VARIABLE: they say which variable holds a key, and no key. */
const settings: ReadonlySet<string> = new Set(runOptionDescriptions.map(({ key }) => variableName(key)));

/** Shorter values are words that a text may hold by chance. */
const shortestSecret = 6;

/** Values of the environment that no output may hold. */
export function secretsIn({ environment, args }: Surroundings): readonly string[] {
  const flag = '--api-key-variable';
  const joined = args.filter((arg) => arg.startsWith(`${flag}=`)).map((arg) => arg.slice(flag.length + 1));
  const named = [args[args.indexOf(flag) + 1], ...joined, environment.SEB_API_KEY_VARIABLE];
  const isSecret = (name: string) => named.includes(name) || (secretName.test(name) && !settings.has(name));
  return Object.entries(environment)
    .flatMap(([name, value = '']) => (isSecret(name) ? [value.trim()] : []))
    .filter((value) => value.length >= shortestSecret);
}
