import { expect, test } from 'vitest';
import { type ReadingCount, readingWarnings, salvagedNotes } from './reading-counts.ts';

const place = { run: 'r', experiment: 'difficulty', model: 'ollama/tiny', calls: 'behave' as const };
const count = (read: Record<string, number>): ReadingCount => ({
  ...place,
  answers: Object.values(read).reduce((sum, each) => sum + each, 0),
  read,
});

test('says what answers looked like and what to try when over 80 % were not read', () => {
  const [warning] = readingWarnings([{ ...count({ unparsed: 9, strict: 1 }), example: 'I like "it"' }]);
  expect(warning).toContain('9 of 10 executions of ollama/tiny in difficulty could not be read (9 unparsed, 1 strict)');
  expect(warning).toContain('One of them: "I like \\"it\\"".');
  expect(warning).toContain('larger model');
  expect(readingWarnings([count({ truncated: 9, strict: 1 })])[0]).toContain('--max-output-tokens');
});

test('is silent at 80 % and with few answers', () => {
  expect(readingWarnings([count({ unparsed: 8, strict: 2 }), count({ unparsed: 4 })])).toEqual([]);
});

test('counts salvaged answers', () => {
  expect(salvagedNotes([count({ salvaged: 3, strict: 1 }), count({ strict: 4 })])).toHaveLength(1);
  expect(salvagedNotes([count({ salvaged: 3, strict: 1 })])[0]).toContain('3 of 4 executions');
});
