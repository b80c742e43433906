import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { gradesSentence } from '../../../results/right-answers.ts';
import { seededRandom } from '../../../util/random.ts';

const items = 60;
const sentence = gradesSentence(true);

/** Writes a table of graded answers with a stated confidence, and one execution that has none. */
function tableOf(name: string, gradeOf: (skill: number) => string): string {
  const random = seededRandom('graded', name);
  const folder = mkdtempSync(join(tmpdir(), 'seb-graded-'));
  const lines = Array.from({ length: items }, (_, item) => {
    const skill = random();
    const grade = item === 7 ? '' : gradeOf(skill);
    return `q${item},m,question ${item * 7919},C,${grade},${(0.1 + 0.8 * skill).toFixed(2)}`;
  });
  const file = join(folder, `${name}.csv`);
  writeFileSync(file, ['item,model,question,answer,grade,confidence', ...lines].join('\n'));
  return file;
}

const oneForm = (text: string) => text.replace(/\s+/g, ' ');

async function printed(...args: readonly string[]) {
  const { stdout, stderr, code } = await sebHere(args);
  expect(stderr).not.toMatch(/error:/);
  return { stdout, all: oneForm(stdout + stderr), code };
}

describe.each([
  ['shares', [], (skill: number) => skill.toFixed(2)],
  ['shares of which most are exactly 0 or 1', [], (skill: number) => (skill < 0.3 ? '0' : skill > 0.6 ? '1' : '0.7')],
  ['points', [], (skill: number) => `${Math.round(10 * skill)} of 10`],
  ['ratings', ['--range', '1', '5'], (skill: number) => String(1 + Math.round(4 * skill))],
] as const)('a confidence stated beside grades: %s', (name, flags, gradeOf) => {
  const file = tableOf(name.replaceAll(/\W/g, '-'), gradeOf);
  const store = ['--store', join(file, '..', 'store.sqlite')];
  const out = join(file, '..', 'out');

  it('has no score and no line of what was said, and every surface says so in one sentence', async () => {
    const [ofLog, checked, imported, ofRun, checkedRun] = [
      await printed('report', file, ...flags),
      await printed('data', 'check', file, ...flags),
      await printed('import', file, ...flags, ...store),
      await printed('report', ...store, '--out', out, '--eee', join(out, 'eee')),
      await printed('data', 'check', 'latest', ...store),
    ];
    for (const { all } of [ofLog, checked, imported, ofRun, checkedRun]) {
      expect(all).toContain(sentence);
      expect(all).not.toMatch(/unreadable|could not be read|came true|unparsed|ceiling|larger model/);
    }
    for (const args of [[file, ...flags], store]) {
      const json = JSON.parse((await printed('report', ...args, '--json')).stdout);
      expect(json).toMatchObject({ findings: [], right: [{ kind: 'graded', items, executions: items }] });
      expect(json.limits).toContain(sentence);
    }
  });

  it('stores each value as a grade, and only what has none is missing', async () => {
    const { stdout } = await printed('items', 'latest', ...store, '--json');
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.filter(({ state }) => state === 'missing').map(({ item }) => item)).toEqual(['q7']);
    for (const { state, outcome } of rows) if (state !== 'missing') expect(outcome).toMatch(/^grade [\d.]+ %$/);
  });

  it('is kept by exports, of which a threshold makes right and wrong', async () => {
    const exported = globSync(['inspect/*.eval', 'eee/**/*_samples.jsonl'], { cwd: out }).map((path) =>
      join(out, path),
    );
    expect(exported).toHaveLength(2);
    for (const path of exported) {
      const { all } = await printed('report', path);
      expect(all).toContain(sentence);
      expect(all).not.toMatch(/same answers|self.prediction|came true/);
      const scored = JSON.parse((await printed('report', path, '--threshold', '0.5', '--json')).stdout);
      expect(scored.findings).toMatchObject([{ usable: items - 1, measure: 'probability_score' }]);
    }
  });

  it('refuses worth, which needs right or wrong answers', async () => {
    for (const args of [[file, ...flags], store]) {
      const { stderr, code } = await sebHere(['worth', ...args, '--abstain']);
      expect([code, oneForm(stderr)]).toEqual([expect.any(Number), expect.stringContaining('--threshold VALUE')]);
    }
  });
});
