import { expect, it } from 'vitest';
import { fixedRules, readDecision } from './index.ts';

it('readDecision reads one of the two options and nothing else', () => {
  expect(readDecision('{"choice": "Colleague"}')).toMatchObject({ kind: 'parsed', value: 1 });
  expect(readDecision('{"choice": "self"}')).toMatchObject({ kind: 'parsed', value: 0 });
  for (const text of ['self', '**Self**', '{"choice": ["self"]}', '{"Choice": "SELF."}'])
    expect(readDecision(text)).toMatchObject({ kind: 'parsed', value: 0 });
  for (const text of ['{"choice": "both"}', '{"choice": 1}', 'I would ask myself'])
    expect(readDecision(text).kind).toBe('unparsed');
});

it('fixedRules hands over from each level, always, and never', () => {
  expect(fixedRules({ colleague: 50 })).toEqual([1, 1, 0, 0, 0]);
  expect(fixedRules({ colleague: 90 })).toEqual([1, 1, 1, 1, 0]);
});
