import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { HandshakeError } from './handshake-error.ts';

/** Maximum bytes of an answer's body, both compressed and decompressed. */
export const maxAnswerBytes = 32 * 1024 * 1024;
const connectTimeoutMs = 15_000;
/** Timeout of the TLS handshake. */
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

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

interface Shared {
  readonly dispatcher: Dispatcher;
  users: number;
}

/** Shared connections by their settings; within one entry, undici separates the connections by host. */
const open = new Map<string, Shared>();

/** Connections that are shared until the last user has closed them. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

/**
 * Opens connections to an endpoint, at most its maximum calls in flight, whatever the number of its models. Time limits
 * after connecting come from the attempt's signal. HTTP(S)_PROXY and NO_PROXY are honored, except for this machine.
 */
export function httpConnections(baseUrl: string | null, connections: number): Connections {
  const local = baseUrl !== null && isLoopback(new URL(baseUrl).hostname);
  const key = `${local} ${connections}`;
  const shared = open.get(key) ?? { dispatcher: dispatcherOf(local, connections), users: 0 };
  open.set(key, shared);
  shared.users += 1;
  let closed = false;
  return {
    dispatcher: shared.dispatcher,
    async close() {
      if (closed) return;
      closed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      open.delete(key);
      await shared.dispatcher.destroy();
    },
  };
}

function dispatcherOf(local: boolean, connections: number): Dispatcher {
  const options = {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
    maxResponseSize: maxAnswerBytes,
  };
  return local ? new Agent(options) : new EnvHttpProxyAgent(options);
}
