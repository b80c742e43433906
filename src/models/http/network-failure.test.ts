import { describe, expect, it } from 'vitest';
import { networkFailure } from './network-failure.ts';

const withCode = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('other'), { code }) });

describe('networkFailure', () => {
  it.each([
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'sent a reply that is shorter or longer than its announced length'],
    ['UND_ERR_SOCKET', 'closed the connection before its reply was complete'],
    ['UND_ERR_HEADERS_TIMEOUT', 'began no reply in time'],
    ['UND_ERR_BODY_TIMEOUT', 'stopped in the middle of its reply'],
    ['UND_ERR_HEADERS_OVERFLOW', 'sent a reply whose headers are too long'],
    ['UND_ERR_ABORTED', 'was not waited for: the request was aborted'],
    ['UND_ERR_DESTROYED', 'was not waited for: the connection was closed here'],
    ['UND_ERR_INFO', 'broke off the connection'],
  ])('says in words what %s means, and that the call can be sent again', (code, words) => {
    const failure = networkFailure(withCode(code), 'http://127.0.0.1:1');
    expect(failure).toMatchObject({ code: 'network', message: `http://127.0.0.1:1 ${words}`, retryable: true });
    expect(failure.message).not.toContain('UND_ERR');
  });

  it('says of a reply that is not HTTP that it is none, and not that there was none', () => {
    const noCode = new TypeError('fetch failed', {
      cause: Object.assign(new Error('Invalid response status'), { name: 'HTTPParserError' }),
    });
    expect(networkFailure(noCode, 'http://127.0.0.1:1').message).toBe(
      'http://127.0.0.1:1 does not speak HTTP: check the base URL and its port',
    );
    expect(networkFailure(withCode('HPE_INVALID_CONSTANT'), 'http://127.0.0.1:1').message).toBe(
      'http://127.0.0.1:1 does not speak HTTP (HPE_INVALID_CONSTANT): check the base URL and its port',
    );
  });

  it('keeps the code of the system where it is known', () => {
    const { message } = networkFailure(withCode('EPIPE'), 'http://127.0.0.1:1');
    expect(message).toBe('the connection to http://127.0.0.1:1 failed (EPIPE)');
  });
});
