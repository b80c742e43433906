import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modelContract } from '../../test/support/models/contract.ts';
import { type RequestParts, testRequest } from '../../test/support/models/request.ts';
import type { Answer } from '../domain/answer.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { simulatedModel } from './simulated.ts';
import { parseSimulatedName } from './simulated-name.ts';

const respond = () => 'an answer of thirty-two letters.';
const staged =
  (text: string, parts: RequestParts = {}) =>
  async () => ({
    model: simulatedModel(text, respond),
    request: testRequest(parts),
  });

modelContract({
  name: 'simulated',
  answered: staged('sam'),
  truncated: staged('sam', { sampling: { maxOutputTokens: 3 } }),
  slow: async () => ({ ...(await staged('sam?delay=60000')()), begun: async () => {}, idle: async () => {} }),
});

async function ask(model: ReturnType<typeof simulatedModel>, sample: number): Promise<Answer> {
  const attempt = await model.ask(testRequest({ sample }));
  if (attempt.kind === 'failed') throw new Error(attempt.message);
  return attempt;
}

test('passes the parameters to the subject, with constant traits per subject', async () => {
  const seen: number[][] = [];
  const model = (text: string) =>
    simulatedModel(text, (_, subject) => {
      seen.push([subject.selfKnowledge, subject.trait('a', 1), subject.commonTrait('a', 1), subject.random()]);
      return 'x';
    });
  await ask(model('sam?self=0.25'), 0);
  await ask(model('sam?self=0.25'), 1);
  await ask(model('kim?self=0.25'), 0);
  await ask(model('sam?self=0.25'), 0);
  const [sam = [], again = [], kim = [], repeated = []] = seen;
  expect(sam[0]).toBe(0.25);
  expect(again.slice(0, 3)).toEqual(sam.slice(0, 3));
  expect(again[3]).not.toBe(sam[3]);
  expect(repeated).toEqual(sam);
  expect(kim[1]).not.toBe(sam[1]);
  expect(kim[2]).toBe(sam[2]);
});

test('truncates a constant share of the answers', async () => {
  const cut = async () => {
    const model = simulatedModel('sam?format=0.3', respond);
    const answers = await Promise.all(Array.from({ length: 400 }, (_, sample) => ask(model, sample)));
    return answers.map(({ text }) => text !== respond());
  };
  const first = await cut();
  expect(await cut()).toEqual(first);
  const share = first.filter(Boolean).length / first.length;
  expect(share).toBeGreaterThan(0.23); // 0.3 ± 3 standard errors
  expect(share).toBeLessThan(0.37);
});

describe('names', () => {
  test('gives one identity to all spellings, and ignores the delay', () => {
    expect(simulatedModel('sam', respond).identity).toBe('simulated/sam?self=0.5&format=0');
    expect(simulatedModel('sam?format=0&delay=5&self=0.50', respond).identity).toBe('simulated/sam?self=0.5&format=0');
  });

  test.each(['', '?self=1', 'sam?self=2', 'sam?self=x', 'sam?selff=0.5'])('refuses %j', (text) => {
    expect(() => simulatedModel(text, respond)).toThrow(/is not valid/);
  });
});

test('bench/notes/simulated-models.md says what a simulated model does in each experiment', () => {
  const page = readFileSync(new URL('../../bench/notes/simulated-models.md', import.meta.url), 'utf8');
  const missing = [...experimentRegistry().keys()].filter((name) => !page.includes(`\n| \`${name}\` | `));
  expect(missing).toEqual([]);
});

test('both pages on simulated models list parameters that models have, with their defaults', () => {
  const pages = ['docs', 'bench/notes'].map((folder) =>
    readFileSync(new URL(`../../${folder}/simulated-models.md`, import.meta.url), 'utf8'),
  );
  const rows = [...pages.join('\n').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name = '', usual = '']) => ({
    name,
    usual,
  }));
  const parameters = rows.filter(({ usual }) => /^(\d[\d.]*|none|itself|`self`)$/.test(usual));
  expect(parameters.length).toBeGreaterThan(14);
  for (const { name, usual } of parameters) {
    const value = /^\d/.test(usual) ? usual : '1';
    expect(() => parseSimulatedName(`a?${name}=${value}`), name).not.toThrow();
  }
  const known = parseSimulatedName('a').parameters as Readonly<Record<string, unknown>>;
  for (const { name, usual } of parameters)
    if (known[name] !== undefined) expect(known[name], name).toBe(Number(usual));
});
