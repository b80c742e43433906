import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSources } from './corpus/sources.ts';
import { subjectNames } from './corpus/subject.ts';
import { isWellFormed } from './measure/form.ts';
import type { GoldenAnswer } from './measure/golden.ts';
import { probes, restrictTo, slots } from './measure/prompts.ts';
import { openRunner, type Runner } from './measure/runner.ts';

const folder = import.meta.dirname;
const golden = <T>(name: string): T => JSON.parse(readFileSync(join(folder, 'golden', name), 'utf8')) as T; // our own files
const digests = golden<Record<string, string>>('weights.json');
const cuts = golden<{ text: string; tokens: number[] }[]>('tokens.json');
const answers = golden<GoldenAnswer[]>('answers.json');
const heldOut = restrictTo(readSources(join(folder, '../data')), true);
const largest = 16 * 2 ** 20;

describe.each(subjectNames)('%s', (name) => {
  const path = join(folder, `weights/${name}.gguf`);
  let runner: Runner;
  beforeAll(async () => {
    runner = await openRunner(path, 1);
  });
  afterAll(() => runner[Symbol.asyncDispose]());

  it('is the file that the card describes', () => {
    const bytes = readFileSync(path);
    expect(bytes.length).toBeLessThan(largest);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(digests[name]);
  });

  it('is cut into tokens as in training', () => {
    for (const { text, tokens } of cuts)
      expect({ text, tokens: [...runner.model.tokenize(text)] }).toEqual({ text, tokens });
  });

  it('gives the text back', () => {
    for (const { text } of cuts) expect(runner.model.detokenize(runner.model.tokenize(text))).toBe(text);
  });

  it('gives the recorded greedy answers', async () => {
    const own = answers.filter(({ model }) => model === name);
    const replies = await runner.ask(own.map(({ prompt }) => ({ prompt, temperature: 0, seed: 0 })));
    expect(replies.map(({ text }) => text)).toEqual(own.map(({ answer }) => answer));
  });

  it.each(slots)('answers %s in the asked form on held-out items', async (slot) => {
    const asked = probes(heldOut, slot, 20, 'test');
    const replies = await runner.ask(asked.map(({ prompt }, seed) => ({ prompt, temperature: seed % 2, seed })));
    const good = replies.filter(({ text, ended }, index) => isWellFormed(slot, text, ended, asked[index] ?? {}));
    // The card's figures are from hundreds of answers; this guards against a broken file, with room for chance.
    expect(good.length).toBeGreaterThanOrEqual(17);
  });
});
