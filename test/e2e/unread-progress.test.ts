import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { start } from '../support/command.ts';
import { startSlowServer } from '../support/slow-server.ts';

test('pauses and keeps calls in flight when Ctrl-C also ends `tee`', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-unread-'));
  const server = await startSlowServer();
  const options = ['--experiment', 'association', '--concurrency', '4'];
  const { child, said, ended } = start(['run', ...server.model, ...options], { folder });
  await Promise.all([said('calls ('), server.called]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  await server.close();
  const database = new DatabaseSync(join(folder, '.seb', 'store.sqlite'));
  const count = (table: string) => database.prepare(`select count(*) as count from ${table}`).get()?.count;
  const sent = database.prepare("select record ->> '$.attempts' as attempts from endpoints").all();
  expect(sent).toEqual([{ attempts: count('answers') }]); // no call in flight is missing
  expect(Number(count('answers'))).toBeGreaterThan(0);
  expect(count('leases')).toBe(0);
  expect(database.prepare('select status from runs').all()).toEqual([{ status: 'paused' }]);
  database.close();
});
