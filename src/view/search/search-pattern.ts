import { LinearPattern } from './linear-pattern.ts';

const maxPattern = 200;

/** Tests whether a text matches, in time linear in the length of the text, whatever the pattern. */
interface SearchPattern {
  test(text: string): boolean;
}

/** Returns the regular expression of a search between slashes; null where it is plain text or invalid. */
export function searchPattern(search: string): SearchPattern | null {
  const [, source] = /^\/(.+)\/$/.exec(search) ?? [];
  if (source === undefined || source.length > maxPattern) return null;
  try {
    new RegExp(source, 'imu'); // only checks the syntax; running it may take exponential time
    return new LinearPattern(source);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
