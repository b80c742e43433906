import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FakeBatchHost } from '../support/batch/fake-batch-host.ts';
import { seb } from '../support/command.ts';

it('seb collect --watch repeats until no batch is open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-watch-'));
  const host = await FakeBatchHost.start();
  const model = ['--model', 'openai-compatible/x', '--base-url', host.baseUrl, '--experiment', 'association'];
  const submitted = await seb(['run', '--batch', ...model, '--limit', '2'], { folder });
  expect(submitted).toMatchObject({ code: 0 });
  const [batch] = host.batches;
  expect(batch?.polls).toBe(0);
  const watched = await seb(['collect', '--watch', '--json'], { folder }); // the batch ends at its second poll
  expect(watched).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(watched.stdout)).toMatchObject({ runs: [{ status: 'finished', answered: 4, open: [] }] });
  expect(batch?.polls).toBe(2);
  await host.server.close();
  rmSync(folder, { recursive: true });
}, 120_000);
