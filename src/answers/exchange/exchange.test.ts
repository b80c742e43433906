import { describe, expect, it } from 'vitest';
import { readAnswers } from './exchange.ts';

const answer = {
  ...{ kind: 'answered', text: 'a', reasoning: null, model: null },
  ...{ inputTokens: null, outputTokens: null, reasoningTokens: null, finishReason: null },
};
const call = {
  slot: 'execute',
  part: '',
  sample: 0,
  role: 'subject',
  messages: [{ role: 'user', content: 'q' }],
  answer,
};
const line = (change: object) => JSON.stringify({ item: 'i', calls: [{ ...call, ...change }] });

describe('readAnswers', () => {
  it('reads the answered calls of an item', () => {
    expect(readAnswers(line({}), 1)).toMatchObject({ item: 'i', calls: [{ answer: { text: 'a' } }] });
  });

  it.each([
    ['{"item": "i", "calls": [', 'line 3 of the input is not an item with its answered calls: it is not JSON'],
    ['{"calls": []}', 'item is missing'],
    [line({ answer: { kind: 'answered', text: 'a' } }), 'calls.0.answer.reasoning is missing; calls.0.answer.model is'],
    [line({ sample: -1 }), 'calls.0.sample must be at least 0'],
    [line({ role: 'user' }), 'calls.0.role must be subject or judge'],
    ['{"item": "i", "calls": [], "more": 1}', 'there is no field "more"'],
  ])('names the line and the invalid fields of %s', (text, message) => {
    expect(() => readAnswers(text, 3)).toThrow(message);
    expect(() => readAnswers(text, 3)).toThrow('line 3 of the input');
  });
});
