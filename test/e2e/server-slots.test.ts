import { afterAll, beforeAll, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { completion } from '../support/models/completion.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { newFolder } from '../support/refusal.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

interface Asked {
  /** Slots that the server reports; null: it has no such page. */
  readonly slots: number | null;
  /** Calls that have to be open at once before the first one is answered. */
  readonly together: number;
}

/** Runs 12 calls on a server of llama.cpp, and returns the most calls that it had open at once. */
async function mostOpen({ slots, together }: Asked, ...more: readonly string[]): Promise<number> {
  let open = 0;
  let most = 0;
  const full = Promise.withResolvers<void>();
  server.handle(async ({ path }, response) => {
    if (path === '/props') return sendJson(response, slots === null ? 501 : 200, { total_slots: slots ?? 'unknown' });
    if (path.endsWith('/models')) return sendJson(response, 200, { data: [] });
    open += 1;
    most = Math.max(most, open);
    if (open === together) full.resolve();
    await full.promise;
    await new Promise((resolve) => setTimeout(resolve, 30)); // time for one call too many
    open -= 1;
    sendJson(response, 200, completion('{"words": ["a", "b", "c", "d", "e"]}'));
  });
  const args = ['run', '--model', 'llamacpp/m', '--base-url', `${server.url}/v1`, '--experiment', 'association'];
  const ended = await sebHere([...args, '--limit', '6', ...more], { folder: newFolder() });
  expect(ended.stderr).toContain('12/12 calls');
  return most;
}

it('sends a server of llama.cpp no more calls at once than it has slots', async () => {
  expect(await mostOpen({ slots: 2, together: 2 })).toBe(2);
  expect(await mostOpen({ slots: 2, together: 4 }, '--concurrency', '4', '--concurrency-mode', 'fixed')).toBe(4); // the user's number
  expect(await mostOpen({ slots: null, together: 8 }, '--concurrency-mode', 'fixed')).toBe(8); // the preset's bound
});
