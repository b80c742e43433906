import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the server saw since it was last asked; times in milliseconds since 1970. */
interface Seen {
  readonly requests: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly mostOpen: number;
  readonly cpuSeconds: number;
}

export interface Loopback {
  /** Ends in /v1. */
  readonly url: string;
  seen(): Promise<Seen>;
  close(): void;
}

/** Starts the loopback server in a process of its own, with Node alone and nothing preloaded. */
export async function startLoopback(delayMs: number): Promise<Loopback> {
  const child = fork(fileURLToPath(new URL('./loopback-server.mjs', import.meta.url)), [String(delayMs)], {
    execArgv: [],
  });
  const message = <T>() => new Promise<T>((resolve) => child.once('message', (value) => resolve(value as T))); // our own server's
  const { port } = await message<{ port: number }>();
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen() {
      const seen = message<Seen>();
      child.send('seen');
      return seen;
    },
    close: () => child.disconnect(),
  };
}
