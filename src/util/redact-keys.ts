/** Minimum length of a key in characters. Redacting shorter texts would break ordinary words. */
const shortestKey = 4;

/** Matches a key after a name that announces it, such as `api_key=`. The name is kept. */
const named: readonly RegExp[] = [
  /(\bauthorization\\?["']?\s*[:=]\s*\\?["']?(?:bearer|basic))(\s+)[\w.~+/=-]{8,}/gi,
  // Without the header's name, the next word may be an ordinary one: a key has a digit, = or a capital letter inside.
  /\b(bearer|basic|Bearer|Basic|BEARER|BASIC)(\s+)(?=[\w.~+/-]*(?:\d|=|[a-z][A-Z]))[\w.~+/=-]{8,}/g,
  /((?:\b|_)(?:x-)?(?:goog-)?api[-_]?key)(\\?["']?\s*[:=]\s*\\?["']?)[\w.~+/=*-]{16,}/gi, // \": JSON in JSON
];

/** Matches what begins like the keys of model services. Words and paths begin so too: `skill_reference_conversion`. */
const prefixed = /\b(?:(?:sk|pk|gsk|xai|AIza)[-_]?|(?:hf|tgp|csk|nvapi|pplx)[-_]|ABSK(?=[A-Z0-9*]))[\w*-]{12,}/g;

/** Matches ids of AWS keys, which are capitals and digits. */
const awsIds = /\b(?:AKIA|ASIA)(?=[A-Z]*[\d*])[A-Z\d*]{16,}/g;

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Matches a time of this century to the minute or second, as programs write it into names: `20261130112233`. */
const time = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/;

/** Returns how often a text passes from one class of characters to another: small letters, capitals, digits. */
function changes(text: string): number {
  return text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[a-zA-Z])/g)?.length ?? 0;
}

/**
 * Returns whether a part between - and _ was drawn at random or masked. No word has 32 characters; shorter parts are
 * hexadecimal digits, or letters of both cases and digits that alternate as no name does.
 */
function isDrawn(part: string): boolean {
  if (/\*{3}/.test(part) || part.length >= 32) return true;
  if (time.test(part)) return false;
  if (part.length >= 12 && /^(?:[\da-f]+|[\dA-F]+)$/.test(part)) return changes(part) >= 3 || /^\d+$/.test(part);
  if (part.length < 16 || !/\d/.test(part) || !/[a-zA-Z]/.test(part)) return false;
  return changes(part) >= (/[a-z]/.test(part) && /[A-Z]/.test(part) ? 0.4 : 0.3) * part.length;
}

/** Returns the text without these keys, plain or URL-encoded, and without anything else that looks like a key. */
export function redactKeys(text: string, keys: readonly string[]): string {
  let clean = text;
  // Longest first: a key that contains another key must be removed as a whole.
  for (const key of keys.toSorted((a, b) => b.length - a.length)) {
    if (key.length < shortestKey) continue;
    clean = clean.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
  }
  for (const pattern of named) clean = clean.replace(pattern, '$1$2[key]');
  const isKey = (found: string) => uuid.test(found) || found.split(/[-_]/).some(isDrawn);
  return clean.replace(prefixed, (found) => (isKey(found) ? '[key]' : found)).replace(awsIds, '[key]');
}
