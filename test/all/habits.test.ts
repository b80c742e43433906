import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { bytesText } from '../../src/util/numbers.ts';
import { seb } from '../support/command.ts';
import { sebHere } from '../support/in-process.ts';
import { expectRefusal, newFolder, newStore } from '../support/refusal.ts';

const what = ['--model', 'simulated/ada', '--experiment', 'association', '--limit', '2'];
const run = (store: string, ...more: readonly string[]) => sebHere(['run', ...what, '--store', store, ...more]);
const listed = async (store: string, ...more: readonly string[]) =>
  JSON.parse((await sebHere(['list', '--store', store, '--json', ...more])).stdout) as readonly Record<
    string,
    unknown
  >[];

describe('tags and notes of runs', () => {
  it('select runs in a list, and later tags are added', async () => {
    const store = newStore();
    await run(store, '--tag', 'pilot', 'gpu', '--note', 'a first look');
    await run(store, '--tag', 'pilot', 'paper');
    await run(store, '--repeat-as', 'again', '--tag', 'final');
    const all = await listed(store);
    expect(all.map(({ tags, note }) => ({ tags, note }))).toEqual([
      { tags: ['pilot', 'gpu', 'paper'], note: 'a first look' },
      { tags: ['final'], note: null },
    ]);
    expect(await listed(store, '--tag', 'pilot')).toEqual(all.slice(0, 1));
    expect(await listed(store, '--tag', 'pilot', 'final')).toEqual([]);
    const { stdout } = await sebHere(['list', '--store', store]);
    expect(stdout).toContain('tags: pilot, gpu, paper');
    expect(stdout).toContain('note: a first look');
    expect((await sebHere(['list', '--store', store, '--tag', 'nothing'])).stdout).toContain(
      'no run has the tag nothing',
    );
  });

  it('refuses a tag with a character that no tag has', async () => {
    expectRefusal(await run(newStore(), '--tag', 'two words'), /--tag/, /set it with the flag/);
  });
});

describe('seb rm --dry-run', () => {
  it('prints what a removal would free, as the removal does, and removes nothing', async () => {
    const store = newStore();
    await run(store);
    const [before] = await listed(store);
    expect(before).toMatchObject({ answers: expect.any(Number), bytes: expect.any(Number) });
    expect(before?.bytes).toBeGreaterThan(0);
    const dry = await sebHere(['rm', 'latest', '--dry-run', '--store', store]);
    expect(await listed(store)).toEqual([before]);
    const removed = await sebHere(['rm', 'latest', '--store', store]);
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
    expect(flat(dry.stdout)).toBe(flat(removed.stdout).replace(/^removed/, 'would remove'));
    expect(flat(dry.stdout)).toContain(`${before?.answers} answers (${bytesText(Number(before?.bytes))}, `);
    expect(Math.max(...dry.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(await listed(store)).toEqual([]);
  });
});

describe('seb init', () => {
  it('writes a config file that seb run reads, and prints the first commands', async () => {
    const folder = newFolder();
    const flags = ['--model', 'simulated/ada', '--experiment', 'association', '--limit', '2'];
    const { code, stdout } = await seb(['init', ...flags], { folder });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/seb run --dry-run +calls, cost and what they can show/)]);
    expect(stdout).toContain('every `seb run` in this folder reads it');
    expect(readFileSync(join(folder, 'seb.config.mjs'), 'utf8')).toContain('experiment: ["association"]');
    const first = await seb(['run'], { folder });
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('words it lists')]);
  });

  it('overwrites no config file, and writes none for invalid answers', async () => {
    const folder = newFolder();
    expectRefusal(await seb(['init', '--model', 'opennai/x'], { folder }), /unknown provider|opennai/, /openai/);
    expectRefusal(
      await seb(['init', '--model', 'simulated/a', '--items', 'none.csv'], { folder }),
      /not found/,
      /path/,
    );
    expectRefusal(await seb(['init'], { folder }), /in a terminal/, /--model/);
    const own = ['init', '--model', 'openai-compatible/m', '--budget', '5']; // `seb run` refuses such a config
    expectRefusal(await seb(own, { folder }), /price of openai-compatible\/m, which is unknown/, /leave --budget out/);
    await seb(['init', '--model', 'simulated/ada'], { folder });
    expectRefusal(await seb(['init', '--model', 'simulated/bo'], { folder }), /has a config file/, /edit it/);
  });
});

describe('seb completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s that asks seb', async (shell) => {
    const { code, stdout } = await seb(['completion', shell], { folder: newFolder() });
    expect([code, stdout]).toEqual([0, expect.stringContaining('complete')]);
    expect(stdout).toContain('seb');
  });

  it.each([
    [['rep'], ['report']],
    [['run', '--exp'], ['--experiment']],
    [['run', '--experiment', 'kno'], ['know']],
    [
      ['run', '--model', 'openai'],
      ['openai/', 'openai-compatible/'],
    ],
    [['report', '--tab'], ['--table']],
    [['study', 'intro'], ['introspection']],
  ])('completes %j', async (words, expected) => {
    const { stdout } = await seb(['complete', '--', ...words], { folder: newFolder() });
    const found = stdout.split('\n').map((line) => line.split('\t')[0]);
    for (const word of expected) expect(found).toContain(word);
  });

  it('refuses a shell that it does not know', async () => {
    expectRefusal(await sebHere(['completion', 'tcsh']), /no completion for the shell tcsh/, /bash/);
    vi.stubEnv('SHELL', '/bin/dash');
    expectRefusal(await sebHere(['completion']), /\$SHELL names no shell/, /bash, zsh, fish, powershell/);
    vi.unstubAllEnvs();
  });

  it('takes the shell of $SHELL where none is given', async () => {
    const { stdout } = await seb(['completion'], { folder: newFolder(), environment: { SHELL: '/usr/bin/zsh' } });
    expect(stdout).toContain('#compdef seb');
  });
});
