/** Returns a name that is safe in file names and ids, because experiments and measures may be a user's own. */
export function slug(...parts: readonly string[]): string {
  const words = parts.map((part) =>
    part
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40),
  );
  return words.filter((word) => word !== '').join('-') || 'unnamed';
}
