import { AppError } from '../util/app-error.ts';
import { hideCredentials } from '../util/text.ts';
import type { Environment } from './credentials.ts';
import { folderValue } from './folder-variables.ts';
import { isLoopback } from './http/http-connections.ts';

/** Variables that name a proxy, in the order in which they are read. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Keys that are about to be sent, and what decides where they are sent. */
interface KeyDestination {
  /** Variables that hold the keys. */
  readonly keys: readonly string[];
  /** Variables from which the address was read. */
  readonly addresses: readonly string[];
  /** Address from `--base-url`, SEB_BASE_URL, a configuration or a stored job; null: none was given. */
  readonly baseUrl: string | null;
  /** Only HTTP goes through the proxies of the environment, and not to this machine. */
  readonly protocol: 'http' | 'postgres';
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
 * Refuses to send a key to an address that the file .env of the folder chose, unless the key is from that file too. The
 * address may be a base URL, a part of one, or a proxy; .env may also choose the key, by the name of its variable. This
 * is the only place that decides which keys and addresses belong together.
 */
export function refuseForeignKey({ keys, addresses, baseUrl, protocol, environment }: KeyDestination): void {
  const foreign = keys.filter((variable) => !isFromFolder(variable, environment));
  const [key] = foreign;
  if (key === undefined) return;
  const named = folderValue('SEB_API_KEY_VARIABLE');
  const isNamed = named !== null && foreign.includes(named);
  const isGiven = baseUrl !== null && folderValue('SEB_BASE_URL')?.includes(baseUrl) === true;
  const isLocal = baseUrl !== null && URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
  const proxies = protocol === 'http' && !isLocal ? proxyVariables : [];
  const chosen = [
    ...(isNamed ? ['SEB_API_KEY_VARIABLE'] : []),
    ...(isGiven ? ['SEB_BASE_URL'] : []),
    ...[...addresses, ...proxies].filter((variable) => isFromFolder(variable, environment)),
  ];
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
