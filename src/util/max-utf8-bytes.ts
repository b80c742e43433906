const bytesOfUnit = 3; // a character of four bytes is two of UTF-16's units

/** Most bytes that a text can take as UTF-8, without a look at it. */
export function maxUtf8Bytes(text: string): number {
  return bytesOfUnit * text.length;
}
