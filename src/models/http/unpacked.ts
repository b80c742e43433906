import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

const unzip = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);
const unflate = promisify(inflate);
const unflateRaw = promisify(inflateRaw);

type DecodedBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'damaged'; readonly encoding: string };

/**
 * Decompresses `deflate`, which servers send with and without a zlib header; the first byte of a header encodes its
 * method, 8.
 */
function inflateEither(bytes: Buffer, options: { maxOutputLength: number }): Promise<Buffer> {
  return ((bytes[0] ?? 0) & 15) === 8 ? unflate(bytes, options) : unflateRaw(bytes, options);
}

function decoder(encoding: string): ((bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>) | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return unzip;
  if (encoding === 'br') return unbrotli;
  return encoding === 'deflate' ? inflateEither : null;
}

/** Decodes a `content-encoding`; never holds more than `maxBytes` decompressed bytes. */
export async function unpacked(
  bytes: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<DecodedBody> {
  let current = bytes;
  const encodings = (contentEncoding ?? '').toLowerCase().split(',');
  for (const encoding of encodings.map((name) => name.trim()).reverse()) {
    if (encoding === '' || encoding === 'identity') continue;
    const decode = decoder(encoding);
    if (decode === null) return { kind: 'damaged', encoding };
    try {
      current = await decode(current, { maxOutputLength: maxBytes });
    } catch (error) {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      return isTooLarge ? { kind: 'too-large' } : { kind: 'damaged', encoding };
    }
  }
  return current.length > maxBytes ? { kind: 'too-large' } : { kind: 'bytes', bytes: current };
}
