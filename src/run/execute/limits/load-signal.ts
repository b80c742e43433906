import type { Attempt, Failure, Usage } from '../../../domain/answer.ts';
import { assertNever } from '../../../util/types.ts';
import type { Load } from './adaptive-limit.ts';

/**
 * Classifies what an attempt shows about the server's load. Refusals (429, 503, 529) are about load. Timeouts and lost
 * connections may be. A 500 or 502 is as often caused by a single prompt or a restart, so only that call waits.
 */
export function classifyLoad(attempt: Attempt): Load {
  if (attempt.kind !== 'failed') return { kind: 'answered', tokens: tokensOf(attempt.usage) };
  if (attempt.unreached === true) return { kind: 'unreached' };
  return attempt.retryable ? failureLoad(attempt) : { kind: 'neutral' };
}

function failureLoad({ code, retryAfterMs }: Failure): Load {
  switch (code) {
    case 'rate-limited':
    case 'overloaded':
      return { kind: 'throttled', retryAfterMs };
    case 'timeout':
    case 'network':
      return { kind: 'strained' };
    case 'server-error':
    case 'bad-response':
    case 'unauthorized':
    case 'not-found':
    case 'invalid-request':
    case 'context-overflow':
    case 'model-error':
    case 'not-recorded':
    case 'recorded-failure':
      return { kind: 'neutral' };
    default:
      return assertNever(code);
  }
}

function tokensOf({ input, output }: Usage): number | null {
  return input === null || output === null ? null : input + output;
}
