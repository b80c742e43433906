import { type Answer, noMetadata } from '../../domain/answer.ts';

/**
 * Returns the answer for a prompt that a content filter refused with HTTP 400 (Azure and compatible servers): a retry
 * would be refused too. Null for any other body.
 */
export function filteredPrompt(body: string): Answer | null {
  if (!/"code"\s*:\s*"content_filter"/.test(body)) return null;
  return { kind: 'filtered', text: '', ...noMetadata, finishReason: 'content_filter' };
}
