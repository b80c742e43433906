import { describe, expect, it } from 'vitest';
import { makeRelease } from './release.ts';

describe('the release of the data sets', () => {
  it('has 10,000 examples with different ids, and the same bytes on every machine', () => {
    const { files, examples, sha256 } = makeRelease();
    const lines = files.filter(({ path }) => path.endsWith('.jsonl')).map(({ text }) => text.trimEnd().split('\n'));
    expect(examples).toBe(10_000);
    expect(lines.flat()).toHaveLength(10_000);
    for (const set of lines) expect(new Set(set.map((line) => JSON.parse(line).id)).size).toBe(set.length);
    expect(sha256).toBe('814ca9954503bb8619aae5207fd9a0c699d92ebf7dfd9adf520f225cd1587d0a');
  }, 120_000);
});
