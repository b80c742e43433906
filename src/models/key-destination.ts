import { AppError } from '../util/app-error.ts';
import { shellWord } from '../util/shell-word.ts';
import { hideCredentials } from '../util/text.ts';
import type { Environment } from '../util/types.ts';
import { folderValue } from './folder-variables.ts';
import { parseBaseUrl } from './http/base-url.ts';
import { isLoopback } from './http/http-connections.ts';
import { allowVariable, destination, rememberDestinations, unknownDestinations } from './known-destinations.ts';

/** Variables that name a proxy, in the order in which they are read. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/**
 * What a data file (a store, a study in JSON) chose rather than the user or a program: a key goes only where this user has
 * sent it before.
 */
export interface FileChoice {
  /** The file in messages: `the store`, `study.json`. */
  readonly file: string;
  /** Whether a base URL is from the file. */
  readonly baseUrl: boolean;
  /** Whether the name of a key variable is from the file. */
  readonly apiKeyVariable: boolean;
}

/** Returns what a file chose of a model: no base URL where the model has the provider's, or one of the environment. */
export function fileChoiceFor(fileChoice: FileChoice | null | undefined, baseUrl: string | null): FileChoice | null {
  return fileChoice == null ? null : { ...fileChoice, baseUrl: fileChoice.baseUrl && baseUrl !== null };
}

/** Keys that will be sent, and what decides where they are sent. */
interface KeyDestination {
  /** The provider or training port, which has an address of its own. */
  readonly provider: string;
  /** Variables that hold the keys. */
  readonly keys: readonly string[];
  /** Variable of the key, unless it is the provider's. */
  readonly apiKeyVariable: string | null;
  /** Variables from which the address was read. */
  readonly addresses: readonly string[];
  /** Address from `--base-url`, SEB_BASE_URL, a configuration or a stored job; null: none was given. */
  readonly baseUrl: string | null;
  /** Only HTTP goes through the proxies of the environment, and not to this machine. */
  readonly protocol: 'http' | 'postgres';
  /** Null: the user or a program chose. */
  readonly fileChoice: FileChoice | null;
  readonly environment: Environment;
}

/** Returns whether the variable's value in an environment is the one that .env gave it. */
function isFromFolder(variable: string, environment: Environment): boolean {
  const value = folderValue(variable);
  return value !== null && value === environment[variable];
}

/** Returns how the user sets a variable for one command, outside the folder. */
function allowing(variable: string, value: string): string {
  if (variable === 'SEB_BASE_URL') return `add --base-url ${value}`;
  if (variable === 'SEB_API_KEY_VARIABLE') return `add --api-key-variable ${value}`;
  if (variable === 'SEB_STORE') return `add --store ${hideCredentials(value)}`;
  return `run export ${variable}=${hideCredentials(value)}`;
}

/**
 * Refuses to send a key to an address that a file of a folder chose: the file .env, unless the key is from that file too, or
 * a data file, unless this user has sent the key there before. The address may be a base URL, a part of one, or a proxy;
 * such a file may also choose the key, by the name of its variable. This is the only place that decides which keys and
 * addresses belong together. Returns what remembers that the user sent the key there; to be called before the first request.
 */
export function refuseForeignKey(sent: KeyDestination): () => void {
  const chosen = folderChoices(sent);
  refuseFolderChoices(sent, [...chosen, ...folderProxies(sent)]);
  const { provider, keys, apiKeyVariable, baseUrl, fileChoice, environment } = sent;
  if (baseUrl === null && apiKeyVariable === null) return () => {}; // the provider's own key at its own address
  const all = keys.map((key) => destination(key, baseUrl === null ? provider : parseBaseUrl(baseUrl)));
  const isUrlOfFile = baseUrl !== null && fileChoice?.baseUrl === true;
  const isKeyOfFile = apiKeyVariable !== null && fileChoice?.apiKeyVariable === true;
  if (fileChoice !== null && (isUrlOfFile || isKeyOfFile)) {
    const unknown = unknownDestinations(all, environment);
    if (unknown.length > 0) throw foreignChoice(sent, fileChoice, unknown);
  }
  return () => {
    if (chosen.length === 0) rememberDestinations(all);
  };
}

/** The error for a key that a data file sends where this user has sent none. */
function foreignChoice(
  { keys: [key = ''], baseUrl, provider }: KeyDestination,
  { file }: FileChoice,
  unknown: readonly string[],
): AppError {
  const where = baseUrl ?? provider;
  return new AppError(
    'foreign-key',
    `${file} decides that the key in ${key} is sent to ${where}, and this user has not sent it there before`,
    { hint: `if you trust ${file}, run export ${allowVariable}=${shellWord(unknown.join(','))} once` },
  );
}

/** Returns the variables of .env that name the key or its address. */
function folderChoices({ keys, addresses, baseUrl, environment }: KeyDestination): readonly string[] {
  const named = folderValue('SEB_API_KEY_VARIABLE');
  const isGiven = baseUrl !== null && folderValue('SEB_BASE_URL')?.includes(baseUrl) === true;
  return [
    ...(named !== null && keys.includes(named) ? ['SEB_API_KEY_VARIABLE'] : []),
    ...(isGiven ? ['SEB_BASE_URL'] : []),
    ...addresses.filter((variable) => isFromFolder(variable, environment)),
  ];
}

/** Returns the variables of .env with a proxy through which the key would go. */
function folderProxies({ baseUrl, protocol, environment }: KeyDestination): readonly string[] {
  const isLocal = baseUrl !== null && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
  return protocol === 'http' && !isLocal
    ? proxyVariables.filter((variable) => isFromFolder(variable, environment))
    : [];
}

/** Refuses keys that are not from .env where variables of .env decide where they are sent. */
function refuseFolderChoices({ keys, environment }: KeyDestination, all: readonly string[]): void {
  const foreign = keys.filter((variable) => !isFromFolder(variable, environment));
  const [key] = foreign;
  if (key === undefined) return;
  const named = folderValue('SEB_API_KEY_VARIABLE');
  const isNamed = named !== null && foreign.includes(named);
  const chosen = all.filter((variable) => variable !== 'SEB_API_KEY_VARIABLE' || isNamed);
  const [first] = chosen;
  if (first === undefined) return;
  const ways = chosen.map((variable) => allowing(variable, folderValue(variable) ?? ''));
  throw new AppError(
    'foreign-key',
    `${first} in .env of this folder decides where the key in ${isNamed ? named : key} is sent, and that key is not from .env`,
    { hint: `if you trust this folder, ${ways.join(' and ')}; otherwise remove ${first} from .env` },
  );
}

/**
 * Returns the value of a variable that becomes a part of a host name. AppError if it is not one label of a name: with a
 * `/`, the key would be sent to another host.
 */
export function hostLabel(variable: string, value: string): string {
  if (/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(value)) return value;
  throw new AppError('bad-base-url', `${variable} is not a part of a host name`, {
    hint: `${variable} has letters, digits and hyphens only; use --base-url for a whole address`,
  });
}
