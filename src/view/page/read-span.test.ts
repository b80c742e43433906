import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonObject } from '../../experiments/common/json-object.ts';
import { readSpan } from './read-span.ts';

const marked = (text: string, step: Parameters<typeof readSpan>[1]) => {
  const span = readSpan(text, step);
  return span === null ? null : text.slice(...span);
};

describe('readSpan', () => {
  it('marks the whole text without the space around it when the text is the JSON', () => {
    expect(marked(' {"a": 1}\n', 'strict')).toBe('{"a": 1}');
  });

  it('marks the body of the last fence that holds an object', () => {
    expect(marked('```json\n{"a": 1}\n``` then ```\n{"b": 2}\n``` and ```\nnot\n```', 'fenced')).toBe('{"b": 2}');
  });

  it('marks the last object of a text, the outermost where objects are nested', () => {
    expect(marked('first {"a": 1}, at last {"b": {"c": 2}} done }', 'last-object')).toBe('{"b": {"c": 2}}');
  });

  it('marks nothing if the text was read as a whole', () => {
    expect(readSpan('any text', 'text')).toBeNull();
    expect(readSpan('no object', 'last-object')).toBeNull();
  });

  it('marks the object that the reader finds, whatever surrounds it', () => {
    const text = fc
      .tuple(fc.string(), fc.dictionary(fc.string(), fc.integer()), fc.string())
      .map(([before, object, after]) => `${before}${JSON.stringify(object)}${after}`);
    fc.assert(
      fc.property(text, (each) => {
        const found = findJsonObject(each);
        if (found === null) return;
        const span = marked(each, found.step);
        expect(span === null ? null : JSON.parse(span)).toEqual(found.object);
      }),
    );
  });
});
