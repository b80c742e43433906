import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

const largestAnswerBytes = 32 * 1024 * 1024;
const connectTimeoutMs = 15_000;

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/**
 * A connection pool for one endpoint, as wide as its concurrency. It sets no time limit of its own after connecting:
 * the attempt's signal does. HTTP(S)_PROXY and NO_PROXY are honoured, except for this machine itself.
 */
export function httpDispatcher(baseUrl: string | null, connections: number): Dispatcher {
  const options = {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs },
    maxResponseSize: largestAnswerBytes,
  };
  const local = baseUrl !== null && isLoopback(new URL(baseUrl).hostname);
  return local ? new Agent(options) : new EnvHttpProxyAgent(options);
}
