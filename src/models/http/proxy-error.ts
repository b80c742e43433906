import type { HttpProxy } from './proxy-settings.ts';

/** Thrown when a proxy cannot be reached; its cause is the error of the connection. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** Environment variable that names the proxy. */
  readonly variable: string;
  /** Host and port of the proxy, without credentials. */
  readonly host: string;

  constructor({ variable, url }: HttpProxy, cause: unknown) {
    super('the proxy could not be reached', { cause });
    this.variable = variable;
    this.host = new URL(url).host;
  }
}
