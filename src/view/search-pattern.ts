const maxPattern = 200;

/** The regular expression that a search between slashes stands for; null where it is plain text or not valid. */
export function searchPattern(search: string): RegExp | null {
  const [, source] = /^\/(.+)\/$/.exec(search) ?? [];
  if (source === undefined || source.length > maxPattern) return null;
  try {
    return new RegExp(source, 'iu');
  } catch {
    return null;
  }
}
