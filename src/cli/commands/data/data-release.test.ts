import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seb } from '../../../../test/support/command.ts';
import { paperSubjects } from '../../../experiments/difficulty/formats/mmlu.ts';

describe('seb data draw, seb data export', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'seb-draw-'));
    for (const subject of paperSubjects) {
      const rows = Array.from({ length: 103 }, (_, row) => `"${subject} ${row}?",1,2,3,4,${'ABCD'[row % 4]}\n`);
      writeFileSync(join(folder, `${subject}_test.csv`), rows.join(''));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

  it('does not write into a folder with other files', async () => {
    const before = readdirSync(folder).length;
    const { code, stderr } = await seb(['data', 'export', folder], { folder });
    expect([code, stderr]).toEqual([1, expect.stringContaining('holds other files')]);
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toHaveLength(before);
  }, 60_000);
});
