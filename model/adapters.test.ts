import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledAdapterPath, bundledAdapters } from '../src/models/gguf/bundled.ts';
import { createModel } from '../src/models/registry.ts';
import { testRequest } from '../test/support/models/request.ts';

interface GoldenAdapter {
  readonly model: string;
  readonly sha256: string;
  readonly answers: readonly { readonly prompt: string; readonly answer: string }[];
}

const recorded = join(import.meta.dirname, 'golden', 'adapters.json');
const golden = JSON.parse(readFileSync(recorded, 'utf8')) as GoldenAdapter[]; // our own file

describe('the bundled adapters', () => {
  it('are those that were recorded', () => {
    expect(golden.map(({ model }) => model).sort()).toEqual([...bundledAdapters].sort());
  });

  it.each(golden)('$model is the file that the card describes', ({ model, sha256 }) => {
    const bytes = readFileSync(bundledAdapterPath(model));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(bytes.length).toBeLessThan(350_000);
  });

  it.each(golden)(
    '$model answers as its weights merged into the base answer in PyTorch',
    async ({ model, answers }) => {
      const opened = await createModel(`bundled/${model}`);
      const texts: string[] = [];
      for (const { prompt } of answers) {
        const messages = [{ role: 'user', content: prompt }] as const;
        const attempt = await opened.ask(testRequest({ messages, sampling: { temperature: 0, maxOutputTokens: 40 } }));
        texts.push(attempt.kind === 'failed' ? attempt.message : attempt.text);
      }
      await opened.close();
      expect(answers.length).toBeGreaterThan(5);
      expect(texts).toEqual(answers.map(({ answer }) => answer));
    },
  );

  it('answer otherwise than their bases', async () => {
    const [first] = golden;
    const prompt = first?.answers[0]?.prompt ?? '';
    const base = await createModel(`bundled/${first?.model.split('+')[0]}`);
    const attempt = await base.ask(
      testRequest({ messages: [{ role: 'user', content: prompt }], sampling: { temperature: 0, maxOutputTokens: 40 } }),
    );
    await base.close();
    expect(attempt.kind === 'failed' ? attempt.message : attempt.text).not.toBe(first?.answers[0]?.answer);
  });
});
