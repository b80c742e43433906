import stringWidth from 'string-width';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fitWords } from '../../src/results/verdict.ts';
import { sebHere } from '../support/in-process.ts';
import { newStore } from '../support/refusal.ts';

const columns = 80;
const store = ['--store', newStore()];
const longName = 'nightly-comparison-of-wordings-and-option-orders-2026-11-22';
/** Names of 60 characters or more that differ only at their ends, some with wide characters. */
const hostile = Array.from(
  { length: 15 },
  (_, index) =>
    `simulated/${index % 3 === 0 ? '大規模言語模型'.repeat(6) : 'a-very-long-model-name-'.repeat(3)}${index}`,
);
const plain = ['simulated/ada', 'simulated/bo'];
const experiments = ['association', 'restriction', 'difficulty'];

const linesOf = (text: string) => text.trimEnd().split('\n');
const widest = (text: string) => linesOf(text).reduce((a, b) => (stringWidth(a) >= stringWidth(b) ? a : b), '');

async function seb(...args: readonly string[]) {
  const { code, stdout, stderr } = await sebHere([...args, ...store]);
  expect(code, stderr).toBe(0);
  return stdout;
}

const reports = new Map<string, Promise<string>>();

/** Prints the report of a run once. */
function report(run: string): Promise<string> {
  const printed = reports.get(run) ?? seb('report', run);
  reports.set(run, printed);
  return printed;
}

beforeAll(async () => {
  vi.stubEnv('COLUMNS', String(columns));
  const size = ['--experiment', ...experiments, '--json'];
  await seb('run', '--model', ...plain, ...size, '--limit', '20', '--samples', '2', '--name', 'plain');
  await seb('run', '--model', ...hostile, ...size, '--limit', '6', '--name', longName);
  return () => vi.unstubAllEnvs();
}, 300_000);

describe('at 80 columns', () => {
  it.each([
    ['report', longName, '--list'],
    ['report', longName, '--table', 'verdicts'],
    ['report', 'plain', '--table', 'limits'],
    ['compare', 'plain'],
    ['list'],
    ['items', longName],
    ['items', longName, '--wrong'],
    ['show', longName],
    ['show', longName, '--wrong', '--experiment', 'difficulty'],
  ])('no line of seb %s %s is wider', { timeout: 300_000 }, async (...args) => {
    const line = widest(await seb(...args));
    expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  });

  it.each(['plain', longName])('no line of the report on %s is wider', { timeout: 300_000 }, async (run) => {
    const line = widest(await report(run));
    expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
  });

  it('the first screen has at most 32 lines with a verdict for each model and task', { timeout: 300_000 }, async () => {
    for (const [run, models] of [
      ['plain', plain],
      [longName, hostile],
    ] as const) {
      const screen = await report(run);
      expect(linesOf(screen).length, screen).toBeLessThanOrEqual(32);
      const text = screen.replaceAll(/\s+/g, ' ');
      for (const task of ['words it lists', 'requests it refuses', 'order of difficulty']) expect(text).toContain(task);
      const verdicts = new RegExp(` (${fitWords.join('|')})\\b`, 'g');
      if (models === plain) expect(text.match(verdicts)?.length).toBeGreaterThanOrEqual(6);
      else expect(text).toMatch(verdicts);
    }
  });

  it('no line of seb models, of a dry run, or of a message on stderr is wider', async () => {
    const dryRun = ['run', '--model', ...plain, ...hostile, '--experiment', ...experiments, '--dry-run'];
    for (const text of [(await sebHere(['models'])).stdout, await seb(...dryRun)])
      expect(stringWidth(widest(text)), text).toBeLessThanOrEqual(columns);
    const alone = ['run', '--model', 'simulated/ada', '--experiment', 'association', '--limit', '5'];
    const study = ['study', 'introspection', '--bundled', '--dry-run'];
    for (const args of [alone, study, ['compare'], ['report', 'nosuch'], ['run', '--model', 'my-model']]) {
      const { stderr } = await sebHere([...args, ...store]);
      expect(stringWidth(widest(stderr)), stderr).toBeLessThanOrEqual(columns);
    }
  });

  it('a run ends with a first screen that fits', async () => {
    const screen = await seb('run', '--model', ...plain, '--experiment', ...experiments, '--limit', '21');
    expect(linesOf(screen).length).toBeLessThanOrEqual(32);
    expect(stringWidth(widest(screen))).toBeLessThanOrEqual(columns);
  });
});
