import { expect, test } from 'vitest';
import { modelContract } from '../../test/support/models/contract.ts';
import { testRequest } from '../../test/support/models/request.ts';
import { type Answer, noMetadata } from '../domain/answer.ts';
import { replayModel } from './replay.ts';

const recorded = (kind: Exclude<Answer['kind'], 'tool-call'>): Answer => ({
  kind,
  text: kind === 'filtered' ? '' : 'four',
  ...noMetadata,
  served: { ...noMetadata.served, model: 'then' },
});

const staged = (answer: Answer | null) => async () => ({
  model: replayModel('a1b2', { id: 'a1b2c3', answer: async () => answer }),
  request: testRequest(),
});

modelContract({
  name: 'replay',
  answered: staged(recorded('answered')),
  truncated: staged(recorded('truncated')),
  filtered: staged(recorded('filtered')),
  failures: { 'not-recorded': async () => ({ ...(await staged(null)()), retryable: false }) },
});

test('names a missing answer by its position in the run', async () => {
  const { model } = await staged(null)();
  const attempt = await model.ask(testRequest({ sample: 3 }));
  expect(attempt).toMatchObject({
    message: 'the recording has no answer for execute, sample 3, of item item-1 in test',
  });
});

test('keys answers by the complete run id, however it was typed', () => {
  const answer = async () => null;
  const typed = ['a1b2', 'a1b2c3'].map((named) => replayModel(named, { id: 'a1b2c3', answer }));
  expect(typed.map(({ identity }) => identity)).toEqual(['replay/a1b2c3', 'replay/a1b2c3']);
});
