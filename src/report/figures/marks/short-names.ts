const maxPlainWidth = 24; // characters

/** Returns names for an axis, shortened where they would crowd the picture; tooltips show the whole name. */
export function axisNames(labels: readonly string[]): ReadonlyMap<string, string> {
  const names = labels.some((label) => label.length > maxPlainWidth) ? shortNames(labels) : labels;
  return new Map(labels.map((label, index) => [label, names[index] ?? label]));
}

/** Returns names without the parts before the last slash, if all stay distinct; for narrow places. */
export function shortNames(names: readonly string[]): readonly string[] {
  const short = names.map((name) => name.split('/').at(-1) ?? name);
  const different = new Set(names).size;
  return new Set(short).size === different && !short.includes('') ? short : names;
}
