import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exampleFiles } from './looking-inward-example.ts';

it('the files of the example are those of its generator', () => {
  const example = new URL('../examples/looking-inward/', import.meta.url);
  for (const [path, text] of exampleFiles()) expect(readFileSync(new URL(path, example), 'utf8'), path).toBe(text);
});
