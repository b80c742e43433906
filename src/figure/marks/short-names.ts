const roomy = 24; // characters

/** Names on an axis: shortened where they would take the room of the picture; what is pointed at says the whole name. */
export function axisNames(labels: readonly string[]): ReadonlyMap<string, string> {
  const names = labels.some((label) => label.length > roomy) ? shortNames(labels) : labels;
  return new Map(labels.map((label, index) => [label, names[index] ?? label]));
}

/** Names without the parts before the last slash, where all of them stay different; for places with little room. */
export function shortNames(names: readonly string[]): readonly string[] {
  const short = names.map((name) => name.split('/').at(-1) ?? name);
  const different = new Set(names).size;
  return new Set(short).size === different && !short.includes('') ? short : names;
}
