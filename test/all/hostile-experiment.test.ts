import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, seb } from '../support/command.ts';
import { filesOf } from '../support/report-forms.ts';

const name = '=1+1;=2+2<script>alert(1)</script>\u001b]52;c;QQ==\u0007\u001b[2J\u009b1m\u202e';
/** Matches characters that control a terminal, or change the direction of a text. */
const steering = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
const config = `
import { defineConfig, defineExperiment } from ${source('index.ts')};
import { association } from ${source('experiments/association/index.ts')};
const name = ${JSON.stringify(name)};
export default defineConfig({
  experiments: [defineExperiment({ ...association, name })],
  experiment: [name],
  items: { [name]: 'items.jsonl' },
  limit: 2,
});
`;

describe('an experiment whose name is hostile', () => {
  const texts = new Map<string, string>();
  let ends: readonly Ended[];
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-hostile-name-'));
    writeFileSync(join(folder, 'own.config.ts'), config);
    const items = fileURLToPath(new URL('../../data/association/items.jsonl', import.meta.url));
    copyFileSync(items, join(folder, 'items.jsonl'));
    const own = ['--config', 'own.config.ts'];
    const commands = [
      ['run', '--model', 'simulated/ada', 'simulated/bo', ...own],
      ['list'],
      ['score', ...own],
      ['compare', ...own],
      ['report', '--csv', ...own],
      ['report', '--markdown', ...own],
      ['report', '--out', 'out', ...own],
    ];
    const all: Ended[] = [];
    for (const command of commands) {
      const end = await seb(command, { folder });
      expect(end.code, end.stderr).toBe(0);
      all.push(end);
      texts.set(`seb ${command.slice(0, 2).join(' ')}`, end.stdout + end.stderr);
    }
    ends = all;
    for (const [file, text] of filesOf(join(folder, 'out'))) texts.set(file, text);
  }, 120_000);

  it('is run and reported', () => {
    expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
    expect(texts.get('seb list')).toContain('=1+1');
    expect([...texts.keys()]).toContain('report.html');
  });

  it('has no control characters in output or files', () => {
    // the text of a PDF is compressed, and its letters are glyph numbers
    const readable = [...texts].filter(([name]) => !name.endsWith('.pdf'));
    expect(readable.filter(([, text]) => steering.test(text)).map(([where]) => where)).toEqual([]);
  });

  it('is not an element of the page or a formula in a spreadsheet', () => {
    expect(texts.get('report.html (markup)')).not.toContain('<script>alert');
    for (const [where, text] of texts) {
      if (where.endsWith('.svg')) expect(text, where).not.toContain('<script');
      if (!where.endsWith('.csv') && where !== 'seb report --csv') continue;
      for (const delimiter of [',', ';']) {
        const rows = parse(text, { delimiter, relax_column_count: true, relax_quotes: true }) as string[][];
        const formulas = rows.flat().filter((cell) => /^[=+@]/.test(cell));
        expect(formulas, `${where} at ${delimiter}`).toEqual([]);
      }
    }
  });
});
