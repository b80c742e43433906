import type { Attempt } from '../../domain/answer.ts';
import type { Reply } from '../http/http-post.ts';

/**
 * Thrown by `pooledFetch` instead of returning a response: the answer or failure of a reply that is not a completion's
 * JSON.
 */
export class EndedReply extends Error {
  override readonly name = 'EndedReply';
  readonly attempt: Attempt;
  readonly headers: Reply['headers'];

  constructor(attempt: Attempt, headers: Reply['headers']) {
    super('the reply is not an answer');
    this.attempt = attempt;
    this.headers = headers;
  }
}
