/** Shorter texts are no keys, and would take words apart. */
const shortestKey = 4;

/** Where the name of what follows says that it is a key; the names stay. */
const named: readonly RegExp[] = [
  /\b(bearer|basic)(\s+)[\w.~+/=-]{8,}/gi,
  /((?:\b|_)(?:x-)?(?:goog-)?api[-_]?key)(\\?["']?\s*[:=]\s*\\?["']?)[\w.~+/=*-]{16,}/gi, // \": JSON in JSON
];

/** What keys of model services begin with, also where their middle is hidden by asterisks. */
const prefixed =
  /\b(?:(?:sk|pk|gsk|xai|AIza)[-_]?|(?:hf|tgp|csk|nvapi|pplx)[-_]|(?:AKIA|ASIA|ABSK)(?=[A-Z0-9*]))[\w*-]{12,}/g;

/** A text without these keys, also as a URL holds them, and without whatever else looks like a key. */
export function redactKeys(text: string, keys: readonly string[]): string {
  let clean = text;
  // The longest first: none may leave a part of another.
  for (const key of keys.toSorted((a, b) => b.length - a.length)) {
    if (key.length < shortestKey) continue;
    clean = clean.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
  }
  for (const pattern of named) clean = clean.replace(pattern, '$1$2[key]');
  return clean.replace(prefixed, '[key]');
}
