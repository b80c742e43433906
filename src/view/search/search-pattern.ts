import { LinearPattern } from './linear-pattern.ts';

const maxPattern = 200;

/** Tells whether a text fits. Takes time in proportion to the length of the text, whatever the pattern is. */
export interface SearchPattern {
  test(text: string): boolean;
}

/** Returns the regular expression that a search between slashes stands for; null where it is plain text or not valid. */
export function searchPattern(search: string): SearchPattern | null {
  const [, source] = /^\/(.+)\/$/.exec(search) ?? [];
  if (source === undefined || source.length > maxPattern) return null;
  try {
    new RegExp(source, 'imu'); // says whether the syntax is valid; it is never run, as it may take exponential time
    return new LinearPattern(source);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
