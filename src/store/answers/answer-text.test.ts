import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someAnswer, someCall, someKey, withoutCall } from '../../../test/support/answers.ts';
import { callText, type KeyedCall } from '../../domain/call.ts';
import { readAnswerText, writeAnswerText } from './answer-text.ts';

/** Texts that look like the fields that the reader searches for. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(',"answer":{', '{"call":{', '\\",\\"answer\\":{', '"},"answer":{"kind":"'),
);

describe('the text of an answer', () => {
  test('contains its call, and returns the other fields', () => {
    fc.assert(
      fc.property(fc.array(text), text, text, (contents, said, served) => {
        const messages = contents.map((content) => ({ role: 'user' as const, content }));
        const call = { ...someCall(1), messages, slot: 'answer' as const };
        const { answer } = someAnswer(1, { text: said });
        const whole = someAnswer(1, {
          call: callText(call),
          answer: { ...answer, served: { ...answer.served, model: served } },
        });
        const written = writeAnswerText(whole);
        expect(JSON.parse(written).call).toEqual(call);
        const { key, run, cost, ...rest } = withoutCall(whole);
        expect(readAnswerText(written, whole.key)).toEqual(rest);
        expect(readAnswerText(written, whole.key, whole.call)).toEqual(rest);
      }),
      { seed: 5 },
    );
  });

  test('is read from a store with another field order in calls', () => {
    const { call, ...whole } = someAnswer(1);
    const { model, sampling, messages, slot, sample } = JSON.parse(call) as KeyedCall;
    const older = JSON.stringify({ model, sampling, messages, slot, sample });
    expect(older).not.toBe(call);
    const { key, run, cost, ...rest } = whole;
    expect(readAnswerText(writeAnswerText({ call: older, ...whole }), key)).toEqual(rest);
  });

  test('is refused when truncated or changed', () => {
    const whole = writeAnswerText(someAnswer(1));
    for (let end = 0; end < whole.length; end += 1)
      expect(() => readAnswerText(whole.slice(0, end), someKey(1))).toThrow();
    for (const other of ['{}', '[]', '{"answer":{"kind":"answered"}}', whole.replace('"answered"', '"asked"')]) {
      expect(() => readAnswerText(other, someKey(1))).toThrow();
    }
  });

  test('is refused when it belongs to another call', () => {
    const { key } = someAnswer(1);
    expect(() => readAnswerText(writeAnswerText(someAnswer(2)), key)).toThrow('another call');
    expect(() => readAnswerText(writeAnswerText(someAnswer(2)), key, someAnswer(1).call)).toThrow('another call');
    const flipped = writeAnswerText(someAnswer(1)).replace('Question 1', 'Question 3');
    expect(() => readAnswerText(flipped, key)).toThrow('another call');
  });
});
