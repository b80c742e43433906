import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleJson } from './sample-json.ts';

test('keeps any text in the sample, cuts it in the summary, and escapes control characters', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u202e"\\\u0085', 'long '.repeat(300)));
  fc.assert(
    fc.property(
      fc.tuple(text, text, text, text),
      fc.nat(4).map((quarters) => quarters / 4),
      ([input, target, answer, model], value) => {
        const metadata = { units: [{ unit: input, predicted: answer, actual: target }] };
        const message = { role: 'assistant', content: answer };
        const made = {
          ...{ id: 'i-1', epoch: 2, input, target, model, metadata: { item: input }, events: [{ event: answer }] },
          answer: { right: value, confidence: 0.25 },
          conversation: {
            messages: [{ role: 'user', content: input }, message],
            output: { model, completion: answer },
          },
          usage: { byModel: { [`m ${model}`]: { input_tokens: 3 } }, byRole: {} },
          score: { value, answer, metadata },
          uuid: 'u-1',
          ...{ cluster: input, isScoredElsewhere: false },
          times: { startedAt: '2031-01-01T00:00:00.000Z', completedAt: null, total: null, working: 1.5 },
        };
        const timed = {
          ...{ uuid: 'u-1', started_at: '2031-01-01T00:00:00.000Z', completed_at: null },
          ...{ total_time: null, working_time: 1.5 },
        };
        const accuracy = { value, answer: null, metadata: { confidence: 0.25 }, history: [] };
        const { sample, summary } = sampleJson(made);
        expect(JSON.parse(sample)).toEqual({
          ...{ id: 'i-1', epoch: 2, input, target, metadata: { item: input }, events: [{ event: answer }] },
          messages: made.conversation.messages,
          output: made.conversation.output,
          scores: { self_prediction: { value, answer, metadata, history: [] }, accuracy },
          ...{ store: {}, model_usage: made.usage.byModel, role_usage: {}, ...timed, turn_count: 1, attachments: {} },
        });
        const cut = (long: string) => long.slice(0, 1_000);
        expect(JSON.parse(summary)).toEqual({
          ...{ id: 'i-1', epoch: 2, input: cut(input), target: cut(target), metadata: { item: input } },
          scores: { self_prediction: { value, answer: cut(answer), history: [] }, accuracy },
          ...{
            model_usage: made.usage.byModel,
            role_usage: {},
            ...timed,
            message_count: 2,
            turn_count: 1,
            completed: true,
          },
        });
        expect(`${sample}${summary}`).not.toMatch(/[\u0080-\u009f\u202e]/);
      },
    ),
  );
});
