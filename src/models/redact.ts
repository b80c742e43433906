const mostCharacters = 400;

/** Characters of a key that may be looked for in answers: a shorter one is a placeholder, and may well be a word. */
export const shortestSecret = 13;

/** A text of a server, fit for a terminal and a store: no key, no control characters, one line, at most 400 characters. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '[key]');
  clean = clean
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [key]')
    .replace(/\b(sk|pk|gsk|xai|AIza)[-_]?[\w*-]{12,}/g, '[key]')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
  return clean.length > mostCharacters ? `${clean.slice(0, mostCharacters)}…` : clean;
}
