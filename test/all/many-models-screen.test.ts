import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Results } from '../../src/results/results.ts';
import { sebHere } from '../support/in-process.ts';
import { publishedModels } from '../support/published-models.ts';
import { newFolder } from '../support/refusal.ts';
import { runIn } from '../support/run-in.ts';

const columns = 80;
const experiment = ['association', 'restriction', 'difficulty'];
const plain = (text: string) => text.replaceAll(/\\?\s+/g, ' ');

beforeAll(() => {
  vi.stubEnv('COLUMNS', String(columns));
});
afterAll(() => vi.unstubAllEnvs());

describe.each([24, 120])('a store of 15 models with the published rates and %d items', (limit) => {
  const store = join(newFolder(), 'store.sqlite');
  const models = publishedModels();
  const seb = async (...args: readonly string[]) => (await sebHere([...args, '--store', store])).stdout;

  beforeAll(async () => {
    await runIn(store, { model: models.map(({ name }) => name), experiment, limit }, { config: { model: models } });
  }, 300_000);

  const screenOf = async (command: string) => {
    const screen = await seb(command);
    const lines = screen.trimEnd().split('\n');
    expect(lines.length, screen).toBeLessThanOrEqual(32);
    expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
    expect(screen).toMatch(/^next {3}\S/m);
    return plain(screen);
  };

  it('has the answer, a word for each score, the first limit and the first next step of seb report on one screen', async () => {
    const screen = await screenOf('report');
    for (const { name } of models) expect(screen).toContain(name.slice(-4)); // names are shortened in the middle
    const { answer, findings, limits, next } = JSON.parse(await seb('report', '--json')) as Results;
    const [first = ''] = limits;
    const [step] = next;
    for (const text of [answer, first, step?.command ?? step?.about ?? 'a step']) expect(screen).toContain(plain(text));
    for (const word of new Set(findings.map(({ fit }) => fit))) expect(screen).toContain(word);
  }, 200_000);

  it('has answer, reasons and next steps of seb compare on one screen', async () => {
    expect(await screenOf('compare')).toMatch(
      /(Yes in|Not shown in) \d|In (none|\d+) of \d+ scores|Not decided(?: with|:) \d+ |\d+ of \d+ tested differences found/,
    );
  }, 200_000);
});

it('has the answer of seb compare on one screen where 15 models have too few items for verdicts', async () => {
  const store = join(newFolder(), 'store.sqlite');
  const models = publishedModels();
  await runIn(store, { model: models.map(({ name }) => name), experiment, limit: 8 }, { config: { model: models } });
  const { stdout } = await sebHere(['compare', '--store', store]);
  expect(stdout.trimEnd().split('\n').length, stdout).toBeLessThanOrEqual(32);
  expect(plain(stdout)).toContain('No paired difference has enough items for a test.');
  expect(stdout).toMatch(/^ {9}seb items \w+ --wrong\b/m);
  const { stdout: whole } = await sebHere(['compare', '--store', store, '--wide']);
  expect(whole).toContain('What does each model’s prediction add to what the others tell?');
  expect(whole).toContain('Paired differences');
}, 200_000);
