import { describe, expect, it } from 'vitest';
import { someAnswer, withoutCall } from '../../../test/support/answers.ts';
import { ServedModels, servedWarnings } from './served-models.ts';

function call(number: number, served: string | null, askedAt = `2026-01-01T00:00:0${number}.000Z`) {
  const { answer, ...rest } = someAnswer(number, { askedAt });
  const stored = withoutCall({ ...rest, answer: { ...answer, served: { ...answer.served, model: served } } });
  return { model: 'p/asked', stored };
}

describe('ServedModels', () => {
  it('counts answers by serving model and time', () => {
    const models = new ServedModels();
    models.add('r', [call(1, 'a'), call(2, 'b')]);
    models.add('r', [call(3, 'a')]);
    const [at1, at2, at3] = [1, 2, 3].map((second) => `2026-01-01T00:00:0${second}.000Z`);
    expect(models.list()).toEqual([
      { run: 'r', model: 'p/asked', served: 'a', answers: 2, first: at1, last: at3 },
      { run: 'r', model: 'p/asked', served: 'b', answers: 1, first: at2, last: at2 },
    ]);
  });
});

describe('servedWarnings', () => {
  it('warns when several models, or a partly unknown one, served a model', () => {
    for (const other of ['cheaper', null]) {
      const models = new ServedModels();
      models.add('r', [call(1, 'a'), call(2, other)]);
      expect(servedWarnings(models.list())).toEqual([expect.stringMatching(/p\/asked was served by 2 models: a \(1/)]);
    }
  });

  it('does not warn of a filtered prompt, which no model answered', () => {
    const models = new ServedModels();
    const filtered = call(2, null);
    const answer = { ...filtered.stored.answer, kind: 'filtered' as const, text: '' };
    models.add('r', [call(1, 'asked'), { ...filtered, stored: { ...filtered.stored, answer } }]);
    expect(servedWarnings(models.list())).toEqual([]);
    models.add('r', [{ ...call(3, null), stored: { ...call(3, null).stored, answer: { ...answer, text: 'I c' } } }]);
    expect(servedWarnings(models.list())).toHaveLength(1); // a text that was cut off has a model
  });

  it('warns once of a model of another name', () => {
    const models = new ServedModels();
    models.add('r', [call(1, 'other'), call(2, 'other')]);
    expect(servedWarnings(models.list())).toEqual([
      'Warning: in run r, the server answered as other (2 answers) where p/asked was requested: if that is not its other name, the scores are of another model.',
    ]);
  });

  it.each(['asked', 'asked-2024-08-06', 'asked:latest'])('does not warn when %s served all answers', (served) => {
    const models = new ServedModels();
    models.add('r', [call(1, served), call(2, served)]);
    expect(servedWarnings(models.list())).toEqual([]);
  });
});
