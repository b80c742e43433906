import { describe, expect, it } from 'vitest';
import { shippedDataset } from '../../data/shipped-datasets.ts';
import { seededRandom } from '../../util/random.ts';
import { editOf, fixedEdit, flip, maxDistance, randomEdit, readChange, solvePrompt } from './index.ts';
import { solvedQuestion } from './simulate.ts';

const { items } = shippedDataset(flip);

describe('changes by rule', () => {
  it.each(items.slice(0, 100).map(({ question }) => question))('are small and change %j', (question) => {
    const random = seededRandom('edits', question);
    for (const changed of [fixedEdit(question), randomEdit(question, random), randomEdit(question, random)]) {
      const { distance, size } = editOf(question, changed);
      expect(distance).toBeGreaterThan(0);
      expect(distance).toBeLessThanOrEqual(maxDistance);
      expect(size).toBeLessThanOrEqual(1);
    }
  });
});

describe('readChange', () => {
  const item = { options: ['one', 'two', 'three', 'four'] };
  it.each([
    ['{"question": " What is 2 + 2? "}', 'What is 2 + 2?'],
    ['{"question": "What is 2 + 2?\\nA) one\\nB) two\\nC) three\\nD) four"}', 'What is 2 + 2?'],
    [
      '{"question": "What is 2 + 2?\\nA) one\\nB) two\\nC) three\\nD) five"}',
      'What is 2 + 2?\nA) one\nB) two\nC) three\nD) five',
    ],
  ])('reads %s', (text, value) => {
    expect(readChange(text, item)).toMatchObject({ kind: 'parsed', value });
  });

  it.each(['{"question": ""}', '{"question": ["a"]}', '{"text": "a"}', 'What is 2 + 2?'])(
    'does not read %s',
    (text) => {
      expect(readChange(text, item)).toMatchObject({ kind: 'unparsed' });
    },
  );
});

it('solvedQuestion returns the question of a prompt', () => {
  for (const item of items.slice(0, 50))
    expect(solvedQuestion(item, solvePrompt(item, 'Why?\nA) b'))).toBe('Why?\nA) b');
});
