/** Names without the parts before the last slash, where all of them stay different; for places with little room. */
export function shortNames(names: readonly string[]): readonly string[] {
  const short = names.map((name) => name.split('/').at(-1) ?? name);
  const different = new Set(names).size;
  return new Set(short).size === different && !short.includes('') ? short : names;
}
