import { withoutEscapes } from './key-echo.ts';

/** Maximum layers of escapes that are undone: JSON in JSON in JSON. */
const maxLayers = 3;

/**
 * Returns a JSON value with the keys in its texts replaced, however they were escaped: plain, URL-encoded, or in JSON in a
 * text. Texts without a key are returned unchanged.
 */
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, secrets);
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [cleanText(name, secrets), withoutSecrets(each, secrets)]),
  );
}

function cleanText(text: string, secrets: readonly string[]): string {
  let decoded = text;
  for (let layer = 0; layer <= maxLayers; layer += 1) {
    const clean = secrets.reduce(
      (rest, secret) => rest.replaceAll(secret, '[key]').replaceAll(encodeURIComponent(secret), '[key]'),
      decoded,
    );
    if (clean !== decoded) return clean;
    const next = withoutEscapes(decoded);
    if (next === decoded) return text;
    decoded = next;
  }
  return text;
}
