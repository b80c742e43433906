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

/** Runs 12 calls on a server of llama.cpp that reports `slots`, and returns the most calls that it had open at once. */
async function mostOpen(slots: number | null, ...more: readonly string[]): Promise<number> {
  let open = 0;
  let most = 0;
  server.handle(async ({ path }, response) => {
    if (path === '/props') return sendJson(response, slots === null ? 501 : 200, { total_slots: slots ?? 'unknown' });
    if (path.endsWith('/models')) return sendJson(response, 200, { data: [] });
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 30));
    open -= 1;
    sendJson(response, 200, completion('{"words": ["a", "b", "c", "d", "e"]}'));
  });
  const args = ['run', '--model', 'llamacpp/m', '--base-url', `${server.url}/v1`, '--experiment', 'association'];
  const ended = await sebHere([...args, '--limit', '6', ...more], { folder: newFolder() });
  expect(ended.stderr).toContain('12/12 calls');
  return most;
}

it('sends a server of llama.cpp no more calls at once than it has slots', async () => {
  expect(await mostOpen(2)).toBe(2);
  expect(await mostOpen(2, '--concurrency', '4', '--concurrency-mode', 'fixed')).toBe(4); // the user's number
  expect(await mostOpen(null, '--concurrency-mode', 'fixed')).toBe(8); // the preset's bound
});
