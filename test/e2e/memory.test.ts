import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seb } from '../support/command.ts';

const peakMemory = new URL('../support/peak-memory.ts', import.meta.url).href;

test('stays below 300 MB with two bundled models, a short run and its statistics', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seb-memory-'));
  const models = ['--model', 'bundled/ada', '--model', 'bundled/bo'];
  const { code, stderr } = await seb(['run', ...models, '--limit', '4', '--samples', '2', '--temperature', '1'], {
    folder,
    environment: { NODE_OPTIONS: `--import=${peakMemory}`, NODE_DISABLE_COMPILE_CACHE: '1' }, // as the user's command
  });
  await rm(folder, { recursive: true });
  expect(code === 0 || code === 2).toBe(true); // 2: an item without an outcome
  const peak = Number(/peak:(\d+)/.exec(stderr)?.[1]);
  expect(peak).toBeGreaterThan(50_000);
  expect(peak).toBeLessThan(270_000); // the main CI job is longer and writes a report: 30 MB more
}, 120_000);
