import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitThinkBlock } from './think-block.ts';

test.each([
  ['<think>two and two</think>\n\nfour', 'four', 'two and two'],
  ['\n <think>\n</think>four', 'four', ''],
  ['the template opened it\n</think>\nfour', 'four', 'the template opened it'],
  ['<think>cut off in the mid', '', 'cut off in the mid'],
  ['<thinking>hm</thinking>yes', 'yes', 'hm'],
  ['four', 'four', null],
  ['The tag <think> opens and </think> closes it.', 'The tag <think> opens and </think> closes it.', null],
  ['<think>a</think>b</think>c', 'b</think>c', 'a'],
])('%j', (raw, text, reasoning) => {
  expect(splitThinkBlock(raw)).toEqual({ text, reasoning });
});

test('returns a text without tags unchanged', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/<\/?think/.test(text));
      expect(splitThinkBlock(text)).toEqual({ text, reasoning: null });
    }),
  );
});

test('never leaks a closed block into the answer', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (thought, answer) => {
      fc.pre(!/<\/?think/.test(thought));
      expect(splitThinkBlock(`<think>${thought}</think>${answer}`)).toEqual({
        text: answer.trimStart(),
        reasoning: thought.trim(),
      });
    }),
  );
});
