import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { LiveEvent, LiveFeed } from './live-feed.ts';

/** Milliseconds between comments that keep proxies from closing an idle connection. */
const beatEveryMs = 15_000;

/** Returns server-sent events: the current runs, and then every change. */
export function eventStream(context: Context, feed: LiveFeed): Response {
  return streamSSE(context, async (stream) => {
    const waiting: LiveEvent[] = [{ kind: 'runs', runs: feed.runs }];
    let wake: () => void = () => {};
    const unsubscribe = feed.subscribe((event) => {
      // a slow listener only gets the latest event
      const older = waiting.findIndex(({ kind }) => kind === event.kind);
      if (older >= 0) waiting.splice(older, 1);
      waiting.push(event);
      wake();
    });
    stream.onAbort(() => {
      unsubscribe();
      wake();
    });
    while (!stream.aborted && !stream.closed) {
      const event = waiting.shift();
      if (event !== undefined) {
        await stream.writeSSE({ event: event.kind, data: JSON.stringify(event) });
        continue;
      }
      const isBeat = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), beatEveryMs);
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (isBeat) await stream.write(': still here\n\n');
    }
    unsubscribe();
  });
}
