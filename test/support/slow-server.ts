import { completion } from './models/completion.ts';
import { loopbackServer, sendJson } from './models/loopback-server.ts';

const answerMs = 600;

/** An OpenAI-compatible server on a loopback port whose answers take 600 ms. */
export interface SlowServer {
  /** Flags that select the server as the model of a run. */
  readonly model: readonly string[];
  /** Resolves when the first call has arrived. */
  readonly called: Promise<void>;
  close(): Promise<void>;
}

/** Starts a server that answers slowly, so that a test can act while calls are in flight. */
export async function startSlowServer(): Promise<SlowServer> {
  const server = await loopbackServer();
  const { promise: called, resolve } = Promise.withResolvers<void>();
  server.handle((_, response) => {
    resolve();
    setTimeout(() => sendJson(response, 200, completion('{"words": ["a", "b", "c", "d", "e"]}')), answerMs);
  });
  const model = ['--model', 'openai-compatible/slow', '--base-url', `${server.url}/v1`];
  return { model, called, close: () => server.close() };
}
