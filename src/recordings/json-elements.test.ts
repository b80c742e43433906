import { describe, expect, it } from 'vitest';
import { jsonElements } from './json-elements.ts';

const values = [
  { text: 'a "quoted" part, a brace } and a bracket ]', path: 'C:\\' },
  ['\\', '\\"', '\\\\"', '"', ''],
  { nested: { list: [1, '[{', 'ü ✓ 🗸'], empty: '' } },
];

async function elementsOf(bytes: Buffer, size: number): Promise<readonly unknown[]> {
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  const elements: unknown[] = [];
  for await (const element of jsonElements(chunks, { file: 'log.eval', entry: 'summaries.json' }))
    elements.push(element);
  return elements;
}

describe('jsonElements', () => {
  it('finds where elements end, wherever their bytes are cut: quotes, backslashes and brackets in texts', async () => {
    const bytes = Buffer.from(JSON.stringify(values));
    for (let size = 1; size <= bytes.length; size += 1) expect(await elementsOf(bytes, size)).toEqual(values);
  });

  it('refuses a list that ends inside a text that holds its end', async () => {
    await expect(elementsOf(Buffer.from('[{"text": "}]'), 4)).rejects.toThrow('ends inside the list');
  });
});
