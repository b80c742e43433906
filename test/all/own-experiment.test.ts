import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { seb } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
const config = `
import { defineConfig, defineExperiment } from ${source('index.ts')};
import { association } from ${source('experiments/association/index.ts')};
export default defineConfig({ experiments: [defineExperiment({ ...association, name: 'mine' })] });
`;

describe('an experiment of a config file', () => {
  it('is run, replayed, reported and shown with --config, also from a file of another name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-own-'));
    writeFileSync(join(folder, 'mine.config.ts'), config);
    copyFileSync(
      fileURLToPath(new URL('../../data/association/items.jsonl', import.meta.url)),
      join(folder, 'items.jsonl'),
    );
    const own = ['--config', 'mine.config.ts'];
    const model = [
      '--model',
      'simulated/ada',
      'simulated/bo',
      '--experiment',
      'mine',
      '--items',
      'mine=items.jsonl',
      '--limit',
      '3',
    ];
    const ran = await seb(['run', ...model, ...own], { folder });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toMatch(/\bada\b/);
    const id = /run ([0-9a-f]{12}) is finished/.exec(ran.stderr)?.[1] ?? 'none';
    const more = ['--limit', '4', '--model', `replay/${id}/simulated/ada`];
    const failing = await seb(['run', ...model, ...own, ...more], { folder });
    expect(failing.code).toBe(2); // of the fourth item the replayed run has no answers
    expect(failing.stderr).toContain('resuming cannot help: the recording has no more answers');
    expect(ran.stderr).toMatch(/seb show [0-9a-f]{12} --config mine\.config\.ts\n/);
    const absent = ['--model', 'openai-compatible/absent', '--base-url', 'http://127.0.0.1:1/v1', '--retries', '0'];
    const away = await seb(['run', ...absent, ...own, '--experiment', 'mine', '--items', 'mine=items.jsonl'], {
      folder,
    });
    expect(away.stderr).toMatch(/to continue: seb resume [0-9a-f]{12} --config mine\.config\.ts\n/);
    for (const command of [
      ['score', id],
      ['report', id],
      ['compare', id],
      ['show', id],
      ['resume', id],
    ]) {
      const { code, stdout } = await sebHere([...command, ...own], { folder });
      expect({ command, code }).toEqual({ command, code: 0 });
      expect(stdout).toMatch(/\bada\b/);
    }
  }, 120_000);

  it('does not stand in the way of a report on a shipped experiment with the same items', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-own-'));
    writeFileSync(join(folder, 'mine.config.ts'), config);
    writeFileSync(
      join(folder, 'items.jsonl'),
      '{"id": "a", "target": "a", "options": ["stone", "water", "cloud"]}\n\n',
    );
    const model = ['run', '--model', 'simulated/ada', '--json'];
    const own = ['--config', 'mine.config.ts', '--experiment', 'mine', '--items', 'mine=items.jsonl'];
    expect((await sebHere([...model, ...own], { folder })).code).toBe(0);
    const shipped = await sebHere([...model, '--experiment', 'association', '--items', 'association=items.jsonl'], {
      folder,
    });
    const { run } = JSON.parse(shipped.stdout) as { run: string };
    expect(await sebHere(['report', run, '--out', 'out'], { folder })).toMatchObject({ code: 0 });
  }, 120_000);
});
