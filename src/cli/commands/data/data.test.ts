import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seb } from '../../../../test/support/command.ts';
import { paperSubjects } from '../../../experiments/difficulty/formats/mmlu.ts';
import type { PropertyItem } from '../../../experiments/property/items.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('seb data draw', () => {
  beforeAll(() => {
    for (const subject of paperSubjects) {
      const rows = Array.from({ length: 103 }, (_, row) => `"${subject} ${row}?",1,2,3,4,${'ABCD'[row % 4]}\n`);
      writeFileSync(join(folder, `${subject}_test.csv`), rows.join(''));
    }
  });

  it('prints the paper’s sample: 250 groups of four different questions, and refuses a folder without a subject', async () => {
    const draw = () => seb(['data', 'draw', 'difficulty', '--from', folder, '--paper'], { folder });
    const { code, stdout } = await draw();
    expect(code).toBe(0);
    const groups: readonly { readonly questions: readonly { readonly question: string }[] }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(groups).toHaveLength(250);
    expect(new Set(groups.flatMap(({ questions }) => questions.map(({ question }) => question))).size).toBe(1000);
    rmSync(join(folder, `${paperSubjects[0]}_test.csv`));
    const refused = await draw();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('does not give the paper');
  }, 60_000);
});

describe('seb data print, seb data list', () => {
  it('prints the first items of a set that the list names', async () => {
    const { stdout } = await seb(['data', 'list', '--json'], { folder });
    const sets = JSON.parse(stdout) as readonly { readonly name: string; readonly rows: number }[];
    expect(sets.find(({ name }) => name === 'property/ladder')?.rows).toBe(1200);
    const printed = await seb(['data', 'print', 'property/ladder', '--limit', '12'], { folder });
    const items = printed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PropertyItem);
    expect(new Set(items.map(({ task }) => task)).size).toBe(12);
    expect((await seb(['data', 'print', 'property/stairs'], { folder })).stderr).toContain(
      'no shipped set has the name',
    );
  });

  it.each(['generate', 'export'])('say what replaces `seb data %s`', async (name) => {
    const { code, stderr } = await seb(['data', name, 'property', '10', '--task', 'animals'], { folder });
    expect([code, stderr]).toEqual([1, expect.stringContaining('was removed')]);
    expect(stderr).toContain('node workshop/');
  });
});
