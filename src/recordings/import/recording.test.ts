import { expect, test } from 'vitest';
import { modelContract } from '../../../test/support/models/contract.ts';
import { testRequest } from '../../../test/support/models/request.ts';
import { placeKey, type Recording, recordedAnswer, recordedFailure, recordedModel } from './recording.ts';

const place = placeKey({ item: 'item-1', slot: 'execute' });

function recording(answers: Recording['answers']): Recording {
  return { experiment: 'test', model: 'old-model', answers, notes: [] };
}

const answered = recording(
  new Map([[place, recordedAnswer({ text: 'said', extracted: null, output: 7, model: 'v1' })]]),
);

modelContract({
  name: 'recorded',
  answered: async () => ({ model: recordedModel(answered), request: testRequest() }),
  failures: {
    'not-recorded': async () => ({
      model: recordedModel(answered),
      request: testRequest({ sample: 1 }),
      retryable: false,
    }),
    'recorded-failure': async () => ({
      model: recordedModel(recording(new Map([[place, recordedFailure('it broke')]]))),
      request: testRequest(),
      retryable: false,
    }),
  },
});

test('repeats text, extracted value and tokens', async () => {
  expect(await recordedModel(answered).ask(testRequest())).toMatchObject({
    text: 'said',
    extracted: null,
    usage: { output: 7, input: null },
    served: { model: 'v1' },
  });
});

test('answers only the experiment that was recorded', async () => {
  const model = recordedModel({ ...answered, experiment: 'another' });
  expect(await model.ask(testRequest())).toMatchObject({ kind: 'failed', code: 'not-recorded' });
});

test('treats two recordings with one name as two models', () => {
  const other = recording(new Map([[place, recordedAnswer({ text: 'else' })]]));
  expect(recordedModel(other).name).toBe(recordedModel(answered).name);
  expect(recordedModel(other).identity).not.toBe(recordedModel(answered).identity);
  expect(recordedModel(recording(new Map([...answered.answers]))).identity).toBe(recordedModel(answered).identity);
});
