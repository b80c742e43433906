import type { Failure } from '../../domain/answer.ts';
import { failed } from '../failures/failure.ts';

/** Minimum characters of a key that is searched for in answers; a shorter one is a placeholder and may be a word. */
const shortestSecret = 13;

/**
 * Returns a text with the JSON escapes undone that a server may write for any character, such as `\\u0026` and `\\/`,
 * also of JSON in a text of JSON, where backslashes are doubled.
 */
export function withoutEscapes(text: string): string {
  if (!text.includes('\\u') && !text.includes('\\/')) return text;
  return text.replace(/\\+(?:u([\da-f]{4})|\/)/gi, (_, code?: string) =>
    code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Returns the failure for an answer that repeats a key, which would otherwise be stored permanently; null for any other
 * answer.
 */
export function keyEcho(answer: string, secrets: readonly string[], sender: string): Failure | null {
  const searched = secrets.filter((secret) => secret.length >= shortestSecret);
  if (searched.length === 0) return null;
  const decoded = withoutEscapes(answer);
  if (!searched.some((secret) => answer.includes(secret) || decoded.includes(secret))) return null;
  return failed('bad-response', `${sender} repeated the API key in its answer, so the answer was not stored`);
}
