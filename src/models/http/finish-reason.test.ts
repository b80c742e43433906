import { describe, expect, it } from 'vitest';
import { endFailure, endOf, noContent } from './finish-reason.ts';

describe('endOf', () => {
  it.each([
    ['stop', 'answered'],
    ['STOP', 'answered'],
    ['end_turn', 'answered'],
    ['eos_token', 'answered'],
    ['max_tokens', 'truncated'],
    ['length', 'truncated'],
    ['content-filter', 'filtered'],
    ['sensitive', 'filtered'],
    ['error_toxic', 'filtered'],
    ['tool_calls', 'tool-call'],
    ['FinishReason.STOP', 'answered'],
    ['finish_reason_stop', 'answered'],
    ['FinishReason.MAX_TOKENS', 'truncated'],
    ['max_new_tokens', 'truncated'],
    ['token_limit', 'truncated'],
    ['context_length', 'truncated'],
    ['too_long', 'truncated'],
  ])('knows %s as %s', (reason, end) => {
    expect(endOf(reason)).toBe(end);
  });

  it.each([
    'error',
    'abort',
    'Request-Cancelled',
    'insufficient_system_resource',
    'network_error',
    'cancelled',
    'client_disconnect',
    'pause_turn',
    'MALFORMED_FUNCTION_CALL',
    'incomplete',
    'preempted',
    'timed out',
    { type: 'abort' },
  ])('takes %j, which states an interruption, for interrupted', (reason) => {
    expect(endOf(reason)).toBe('interrupted');
  });

  it.each([
    null,
    undefined,
    '',
    'null',
    'none',
    'done',
    'unknown',
    'load',
    'OTHER',
    'stopped',
    'finish',
    5,
    true,
    ['stop'],
    'constructor',
    'FINISH_REASON_UNSPECIFIED',
    'no_error',
    'end_of_text',
  ])('does not know how %j ended', (reason) => {
    expect(endOf(reason)).toBe('unknown');
  });
});

describe('endFailure', () => {
  it('retries a broken answer once, because it may have been charged, and names the reason', () => {
    expect(endFailure('interrupted', 'abort', 'the server')).toMatchObject({
      code: 'server-error',
      retryable: true,
      maxRetries: 1,
      message: 'the server aborted its answer (finish reason abort)',
    });
    expect(endFailure('tool-call', 'tool_calls', 'the server')).toMatchObject({
      code: 'bad-response',
      retryable: false,
    });
  });
});

describe('noContent', () => {
  it('is retried like a server error, and once where the server counted output tokens', () => {
    expect(noContent('nothing came')).toMatchObject({ code: 'server-error', retryable: true });
    expect(noContent('nothing came')).not.toHaveProperty('maxRetries');
    expect(noContent('nothing came', 0)).not.toHaveProperty('maxRetries');
    expect(noContent('nothing came', 12)).toMatchObject({ maxRetries: 1 });
  });
});
