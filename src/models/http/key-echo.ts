import type { Failure } from '../../domain/answer.ts';
import { failed } from '../../domain/failure.ts';

/** Characters of a key that may be looked for in answers: a shorter one is a placeholder, and may well be a word. */
const shortestSecret = 13;

/** A text in which the JSON escapes that a server may write for any character, `\\u0026` and `\\/`, are undone. */
export function withoutEscapes(text: string): string {
  if (!text.includes('\\u') && !text.includes('\\/')) return text;
  return text.replace(/\\(?:u([\da-f]{4})|\/)/gi, (_, code?: string) =>
    code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What an answer that repeats a key comes to (it would be in the store for good); null for any other. */
export function keyEcho(answer: string, secrets: readonly string[], sender: string): Failure | null {
  const searched = secrets.filter((secret) => secret.length >= shortestSecret);
  if (searched.length === 0) return null;
  const decoded = withoutEscapes(answer);
  if (!searched.some((secret) => answer.includes(secret) || decoded.includes(secret))) return null;
  return failed('bad-response', `${sender} sent the key back in its answer, which is therefore not kept`);
}
