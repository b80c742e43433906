import { describe, expect, test } from 'vitest';
import { someExample } from '../../../test/support/train/examples.ts';
import { parseExamples } from './source-example.ts';

describe('parseExamples', () => {
  test('returns the examples of a file, without empty lines', () => {
    const example = someExample();
    expect(parseExamples(`${JSON.stringify(example)}\n\n`, 'x.jsonl')).toEqual([example]);
  });

  test.each([
    ['{', 'x.jsonl:2 is not a source example: it is not JSON'],
    [JSON.stringify({ ...someExample(), value: '' }), 'x.jsonl:2 is not a source example: "value"'],
    [JSON.stringify({ ...someExample(), extra: 1 }), 'x.jsonl:2 is not a source example'],
  ])('names the malformed line %#', (line, message) => {
    expect(() => parseExamples(`${JSON.stringify(someExample())}\n${line}`, 'x.jsonl')).toThrow(message);
  });
});
