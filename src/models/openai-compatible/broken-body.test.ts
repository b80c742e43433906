import { describe, expect, it } from 'vitest';
import { brokenBody } from './chat-response.ts';

const exchange = { url: 'http://127.0.0.1/v1', secrets: [] };
const error = { message: 'upstream is full', code: 503 };

function body(more: object, choice: object = {}, message: object = {}) {
  const choices = [{ index: 0, message: { content: 'half a text', ...message }, finish_reason: 'stop', ...choice }];
  return { choices, ...more };
}

describe('brokenBody', () => {
  it.each([
    ['in the body', body({ error })],
    ['in the choice', body({}, { error })],
    ['in the message', body({}, {}, { error })],
    ['in a list', body({ errors: [error] })],
    ['in a list beside an empty error', body({ error: null, errors: [error] })],
  ])('reports an error %s beside a text', (_, broken) => {
    expect(brokenBody(broken, exchange)).toMatchObject({ code: 'overloaded', retryable: true });
  });

  it('reports an error in a list of texts', () => {
    expect(brokenBody(body({ errors: ['full'] }), exchange)).toMatchObject({ code: 'server-error' });
  });

  it.each([null, '', {}, [], false, { message: '' }, { message: null, code: null }])(
    'accepts an answer with the error field %j',
    (error) => {
      const empty = { error };
      expect(brokenBody(body({ ...empty, errors: [] }, empty, empty), exchange)).toBeNull();
    },
  );
});
