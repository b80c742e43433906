import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { newStore } from '../../../test/support/refusal.ts';

const store = newStore();
const printed = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await sebHere([...args, '--store', store]);
  expect(code, stderr).toBe(0);
  return stdout.replaceAll(/\s+/g, ' ');
};

describe('--explain', () => {
  beforeAll(async () => {
    const models = ['simulated/a?self=1', 'simulated/b?self=0'];
    await printed('run', '--model', ...models, '--experiment', 'know', '--limit', '40', '--json');
  }, 60_000);

  it('says below a table what each of its columns holds, also those that the terminal has no room for', async () => {
    const text = await printed('report', '--table', 'verdicts', '--explain');
    for (const column of ['score: Score of', 'by chance: Score of', 'skill: (Score', 'p useful: Adjusted p'])
      expect(text).toContain(column);
    expect(text).toContain('In CSV: score low, score high.');
    expect(text).toContain('in CSV and JSON plain numbers (0.05)');
    expect(await printed('report', '--table', 'verdicts')).not.toContain('p useful: Adjusted p');
  });

  it.each([
    ['the first screen of a report', ['report', '--explain'], 'p informative: Adjusted p of fit.'],
    ['estimates.csv', ['report', '--csv', '--explain'], 'is_score: Whether the row is a score'],
    ['a comparison', ['compare', '--explain'], 'first: Model, run or condition.'],
    ['worth', ['worth', '--demo', '--explain'], 'passed on: Share of the requests'],
    ['the CSV of items', ['items', 'latest', '--explain'], 'agree: Number of usable executions'],
    ['attributes', ['attributes', '--explain'], 'rank correlation: Spearman'],
  ])('explains the columns of %s', async (_name, args, line) => {
    const location = args[0] === 'attributes' ? [] : ['--store', store];
    const { code, stdout, stderr } = await sebHere([...args, ...location]);
    expect(code, stderr).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(line);
  });
});
