import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../support/command.ts';
import { type SimulatedServer, startSimulatedServer } from '../support/simulated-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-shared-'));
let server: SimulatedServer;
beforeAll(async () => {
  server = await startSimulatedServer({ limit: 21, samples: 2 }, 5);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('two runs that share their calls and a store', () => {
  it('do not pay for the same calls, whichever begins first', { timeout: 120_000 }, async () => {
    const run = (limit: number) => {
      const model = ['--model', 'openai-compatible/subject', '--base-url', server.baseUrl, '--concurrency', '4'];
      return start(['run', ...model, '--limit', String(limit), '--samples', '2', '--json'], { folder });
    };
    const ends = await Promise.all([run(20), run(21)].map(({ ended }) => ended));
    for (const end of ends) expect(end).toMatchObject({ code: 0, signal: null });
    const database = new DatabaseSync(join(folder, '.seb', 'store.sqlite'));
    const stored = Number(database.prepare('select count(*) as count from answers').get()?.count);
    const claims = database.prepare('select * from claims').all();
    database.close();
    expect(stored).toBe(server.calls);
    // Calls that a run has in flight until it notices the other; bench/audit measures their share.
    expect(server.total() - stored).toBeLessThan(0.1 * stored);
    expect(claims).toEqual([]);
  });
});
