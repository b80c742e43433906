/** Minimum length of a key in characters. Redacting shorter texts would break ordinary words. */
const shortestKey = 4;

/** Matches a key after a name that announces it, such as `api_key=`. The name is kept. */
const named: readonly RegExp[] = [
  /\b(bearer|basic)(\s+)[\w.~+/=-]{8,}/gi,
  /((?:\b|_)(?:x-)?(?:goog-)?api[-_]?key)(\\?["']?\s*[:=]\s*\\?["']?)[\w.~+/=*-]{16,}/gi, // \": JSON in JSON
];

/** Prefixes of model services' keys. They also match keys whose middle is masked with asterisks. */
const prefixed =
  /\b(?:(?:sk|pk|gsk|xai|AIza)[-_]?|(?:hf|tgp|csk|nvapi|pplx)[-_]|(?:AKIA|ASIA|ABSK)(?=[A-Z0-9*]))[\w*-]{12,}/g;

/** Returns the text without these keys, plain or URL-encoded, and without anything else that looks like a key. */
export function redactKeys(text: string, keys: readonly string[]): string {
  let clean = text;
  // Longest first: a key that contains another key must be removed as a whole.
  for (const key of keys.toSorted((a, b) => b.length - a.length)) {
    if (key.length < shortestKey) continue;
    clean = clean.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
  }
  for (const pattern of named) clean = clean.replace(pattern, '$1$2[key]');
  return clean.replace(prefixed, '[key]');
}
