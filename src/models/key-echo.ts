import type { Failure } from '../call/answer.ts';
import { failed } from '../call/failure.ts';

/** Characters of a key that may be looked for in answers: a shorter one is a placeholder, and may well be a word. */
const shortestSecret = 13;

/** What an answer that repeats a key comes to (it would be in the store for good); null for any other. */
export function keyEcho(answer: string, secrets: readonly string[], sender: string): Failure | null {
  if (!secrets.some((secret) => secret.length >= shortestSecret && answer.includes(secret))) return null;
  return failed('bad-response', `${sender} sent the key back in its answer, which is therefore not kept`);
}
