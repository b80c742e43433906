/** Where secrets of this process are. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command line, which may name the variable of a key. */
  readonly args: readonly string[];
}

/** Names of variables that hold what nobody else may see. */
const secretName = /key|token|secret|password|passwd|credential|auth/i;

/** Shorter values are words that a text may hold by chance. */
const shortestSecret = 6;

/** Values of the environment that no output may hold, the longest first, so that none leaves a part of another. */
function secretsIn({ environment, args }: Surroundings): readonly string[] {
  const flag = '--api-key-variable';
  const joined = args.filter((arg) => arg.startsWith(`${flag}=`)).map((arg) => arg.slice(flag.length + 1));
  const named = [args[args.indexOf(flag) + 1], ...joined, environment.SEB_API_KEY_VARIABLE];
  return Object.entries(environment)
    .flatMap(([name, value = '']) => (secretName.test(name) || named.includes(name) ? [value.trim()] : []))
    .filter((value) => value.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);
}

/** A text fit to be printed: no value of a variable that holds a secret, and nothing that looks like one. */
export function withoutKeys(text: string, surroundings: Surroundings): string {
  let clean = text;
  for (const secret of secretsIn(surroundings)) {
    clean = clean.replaceAll(secret, '[key]').replaceAll(encodeURIComponent(secret), '[key]');
  }
  return clean
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [key]')
    .replace(/\b(sk|pk|gsk|xai|AIza)[-_]?[\w-]{12,}/g, '[key]');
}
