import type { CallKey } from '../../domain/call.ts';

/**
 * Returns a key in its stored form: 43 characters of base64url. A call takes 178 bytes with its index, against 226 as
 * hex and 153 as bytes, which would need a buffer each in every look-up.
 */
export function compactKey(key: CallKey): string {
  const compact = Buffer.from(key, 'hex').toString('base64url');
  if (compact.length !== 43) throw new TypeError(`not a call key: ${key}`); // a truncated key could match another call
  return compact;
}

/** Returns the key of a compact form. Invalid text gives a key that no call has. */
export function decompactKey(compact: string): CallKey {
  return Buffer.from(compact, 'base64url').toString('hex').padEnd(64, '0').slice(0, 64) as CallKey; // the inverse of compactKey
}
