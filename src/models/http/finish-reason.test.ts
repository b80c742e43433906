import { describe, expect, it } from 'vitest';
import { endFailure, endOf } from './finish-reason.ts';

describe('endOf', () => {
  it.each([
    ['stop', 'answered'],
    ['STOP', 'answered'],
    ['end_turn', 'answered'],
    ['eos_token', 'answered'],
    [null, 'answered'],
    [undefined, 'answered'],
    ['max_tokens', 'truncated'],
    ['length', 'truncated'],
    ['content-filter', 'filtered'],
    ['sensitive', 'filtered'],
    ['tool_calls', 'tool-call'],
  ])('knows %s as %s', (reason, end) => {
    expect(endOf(reason)).toBe(end);
  });

  it.each([
    'error',
    'abort',
    'insufficient_system_resource',
    'network_error',
    'cancelled',
    'stopped',
    '',
    'null',
    5,
    true,
    { type: 'abort' },
    ['stop'],
    'constructor',
  ])('takes %j, which is not known to be an end, for broken off', (reason) => {
    expect(endOf(reason)).toBe('broken-off');
  });
});

describe('endFailure', () => {
  it('is retried for a broken answer only, and names the reason', () => {
    expect(endFailure('broken-off', 'abort', 'the server')).toMatchObject({
      code: 'server-error',
      retryable: true,
      message: 'the server aborted its answer (finish reason abort)',
    });
    expect(endFailure('tool-call', 'tool_calls', 'the server')).toMatchObject({
      code: 'bad-response',
      retryable: false,
    });
  });
});
