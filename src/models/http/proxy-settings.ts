import { AppError } from '../../util/app-error.ts';
import type { Environment } from '../../util/types.ts';

/** A proxy, and the environment variable that names it. */
export interface HttpProxy {
  readonly variable: string;
  /** URL with http or https, without spaces around it. May hold a user name and a password. */
  readonly url: string;
}

/** The proxies of an environment, by the protocol of the server that is called; null: called directly. */
interface ProxySettings {
  readonly http: HttpProxy | null;
  readonly https: HttpProxy | null;
}

const form = 'write http://HOST:PORT, with USER:PASSWORD@ before HOST where it needs them, or remove the variable';

/** Returns the first variable that is set, even to an empty text: the lower case wins, as in curl and undici. */
function firstSet(names: readonly string[], environment: Environment): { variable: string; value: string } | null {
  for (const variable of names) {
    const value = environment[variable];
    if (value !== undefined) return { variable, value: value.trim() };
  }
  return null;
}

function hasValidEscapes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the proxy of a variable; null when it is empty. AppError, without the value: it may hold a password. */
function readProxy(names: readonly string[], environment: Environment): HttpProxy | null {
  const found = firstSet(names, environment);
  if (found === null || found.value === '') return null;
  const { variable, value } = found;
  const invalid = (problem: string, hint = form) =>
    new AppError('bad-proxy', `the environment variable ${variable} ${problem}`, { hint });
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(text)) throw invalid('is not the address of a proxy');
  const { protocol, href, username, password } = new URL(text);
  if (/^socks/.test(protocol)) throw invalid('names a SOCKS proxy, which is not supported');
  if (protocol !== 'http:' && protocol !== 'https:')
    throw invalid(`begins with ${protocol}//, not http:// or https://`);
  if (!hasValidEscapes(username) || !hasValidEscapes(password)) {
    throw invalid('has a user name or password with an invalid % escape', 'write a % sign as %25');
  }
  return { variable, url: href };
}

/**
 * Returns the proxies that `https_proxy`, `HTTPS_PROXY`, `http_proxy` and `HTTP_PROXY` name. An address without a scheme
 * is that of an http proxy. Without a proxy for https, that for http is used. AppError for a malformed address.
 */
export function proxySettings(environment: Environment = process.env): ProxySettings {
  const http = readProxy(['http_proxy', 'HTTP_PROXY'], environment);
  return { http, https: readProxy(['https_proxy', 'HTTPS_PROXY'], environment) ?? http };
}

/** Returns the spelling of `ALL_PROXY` that the environment sets, which is not read; null when it is empty or another variable names a proxy. */
export function unreadProxyVariable(environment: Environment = process.env): string | null {
  const all = firstSet(['all_proxy', 'ALL_PROXY'], environment);
  const read = firstSet(['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'], environment);
  return all === null || all.value === '' || read !== null ? null : all.variable;
}
