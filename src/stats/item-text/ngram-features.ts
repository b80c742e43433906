/** Number of hashed features. */
export const featureCount = 4096;

/**
 * Returns the distinct hashed features of a string: its words, its words with their positions from the start and from
 * the end, and its character trigrams. Hash: FNV-1a (32 bits) over UTF-16 units, modulo 4,096.
 */
export function ngramFeatures(text: string): Uint16Array {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const names: string[] = [];
  for (const [index, word] of words.entries()) {
    names.push(`w ${word}`, `s${index} ${word}`, `e${words.length - index} ${word}`);
  }
  const padded = ` ${text} `;
  for (let start = 0; start + 3 <= padded.length; start += 1) names.push(`c ${padded.slice(start, start + 3)}`);
  return Uint16Array.from(new Set(names.map((name) => fnv1a(name) % featureCount)));
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
