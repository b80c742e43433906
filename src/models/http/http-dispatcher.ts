import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { HandshakeError } from './handshake-error.ts';
import { ProxyError } from './proxy-error.ts';
import { proxySettings } from './proxy-settings.ts';

const connectTimeoutMs = 15_000;
const handshakeTimeoutMs = 10_000;

const connectPlain = buildConnector({ timeout: connectTimeoutMs });
const encrypt = buildConnector({ timeout: handshakeTimeoutMs });

/** Connects first and encrypts second, so that an absent server is distinguishable from one that does not speak TLS. */
const connect: buildConnector.connector = (options, callback) => {
  if (options.protocol !== 'https:') return connectPlain(options, callback);
  const port = options.port === '' ? '443' : options.port;
  connectPlain({ ...options, port, protocol: 'http:' }, (...[error, socket]) => {
    if (error !== null) return callback(error, null);
    encrypt({ ...options, port, httpSocket: socket }, (...[cause, encrypted]) => {
      if (cause === null) return callback(null, encrypted);
      socket.destroy();
      callback(new HandshakeError('TLS could not be established', { cause }), null);
    });
  });
};

interface DispatcherOptions {
  /** Whether the endpoint is on this machine. */
  readonly local: boolean;
  /** Maximum number of connections to one host. */
  readonly connections: number;
  /** Maximum bytes of an answer's body. */
  readonly maxResponseSize: number;
}

/**
 * Returns a connection pool of undici. This module is the only one that loads undici to send the calls of a run. AppError
 * for a malformed address of a proxy.
 */
export function openDispatcher({ local, ...limits }: DispatcherOptions): Dispatcher {
  const options = { ...limits, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect };
  return local ? new Agent(options) : proxied(options);
}

/** Returns a pool that calls servers through the proxies of the environment, except for those of NO_PROXY. */
function proxied(options: Agent.Options): Dispatcher {
  const { http, https } = proxySettings();
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: http?.url ?? '',
    httpsProxy: https?.url ?? '',
    clientFactory(origin, options: Pool.Options) {
      const connectProxy = options.connect;
      const proxy = origin.href === https?.url ? https : http;
      if (proxy === null || typeof connectProxy !== 'function') throw new Error('a proxy needs its address');
      return new Pool(origin, {
        connect: (target, callback) =>
          connectProxy(target, (...[error, socket]) =>
            error === null ? callback(null, socket) : callback(new ProxyError(proxy, error), null),
          ),
      });
    },
  });
}
