import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { HandshakeError } from './handshake-error.ts';

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

/** Returns a connection pool of undici. This module is the only one that loads undici to send the calls of a run. */
export function openDispatcher({ local, ...limits }: DispatcherOptions): Dispatcher {
  const options = { ...limits, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect };
  return local ? new Agent(options) : new EnvHttpProxyAgent(options);
}
