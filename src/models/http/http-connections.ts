import type { Dispatcher } from 'undici';

/** Maximum bytes of an answer's body, both compressed and decompressed. */
export const maxAnswerBytes = 32 * 1024 * 1024;

/** Returns whether a host is this machine, which is called without a proxy. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

interface Shared {
  /** Null until the first call needs it. */
  dispatcher: Promise<Dispatcher> | null;
  users: number;
}

/** Connections by their settings; within one entry, undici separates the connections by host. */
const open = new Map<string, Shared>();

/** Connections that are shared until the last user has closed them. */
export interface Connections {
  /** Returns the connection pool. The first use loads undici, which takes as long as ten calls. */
  dispatcher(): Promise<Dispatcher>;
  close(): Promise<void>;
}

/**
 * Returns connections to an endpoint, at most its maximum calls in flight, whatever the number of its models. Time
 * limits after connecting come from the attempt's signal. HTTP(S)_PROXY and NO_PROXY are honored, except for this
 * machine. Nothing is loaded or opened before the first use: a finished run sends nothing.
 */
export function httpConnections(baseUrl: string | null, connections: number): Connections {
  const local = baseUrl !== null && isLoopback(new URL(baseUrl).hostname);
  const key = `${local} ${connections}`;
  const shared: Shared = open.get(key) ?? { dispatcher: null, users: 0 };
  open.set(key, shared);
  shared.users += 1;
  let closed = false;
  return {
    dispatcher() {
      shared.dispatcher ??= loadDispatcher(local, connections);
      return shared.dispatcher;
    },
    async close() {
      if (closed) return;
      closed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      open.delete(key);
      await (await shared.dispatcher)?.destroy();
    },
  };
}

async function loadDispatcher(local: boolean, connections: number): Promise<Dispatcher> {
  const { openDispatcher } = await import('./http-dispatcher.ts');
  return openDispatcher({ local, connections, maxResponseSize: maxAnswerBytes });
}
