import { type Answer, noMetadata } from '../../domain/answer.ts';

/**
 * A filter that refuses a prompt with HTTP 400 (Azure and what imitates it) has answered: asking again would bring
 * the same. Null for any other body.
 */
export function filteredPrompt(body: string): Answer | null {
  if (!/"code"\s*:\s*"content_filter"/.test(body)) return null;
  return { kind: 'filtered', text: '', ...noMetadata, finishReason: 'content_filter' };
}
