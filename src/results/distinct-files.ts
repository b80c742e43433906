/** Longest name of a file that is shown whole. */
const maxWhole = 24;

/**
 * Returns for each name of a file a short label that keeps the part in which the names differ: of long ones, what they share at the
 * start (up to `_`) and at the end (from `.` or `-`) becomes `…`. Names that are short, or of which one is alone, are unchanged.
 */
export function distinctFiles(names: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(names)];
  if (all.length < 2 || all.every((name) => name.length <= maxWhole)) return new Map(all.map((name) => [name, name]));
  const start = commonLength(all, (name, at) => name[at]);
  const head = (all[0] ?? '').slice(0, start).lastIndexOf('_') + 1;
  const rests = all.map((name) => name.slice(head));
  const end = commonLength(rests, (name, at) => name[name.length - 1 - at]);
  const [tail] = /[-.].*$/.exec((rests[0] ?? '').slice((rests[0] ?? '').length - end)) ?? [''];
  return new Map(
    all.map((name, at) => {
      const middle = (rests[at] ?? '').slice(0, (rests[at] ?? '').length - tail.length);
      return [name, `${head === 0 ? '' : '…'}${middle}${tail === '' ? '' : '…'}`];
    }),
  );
}

/** Returns at how many places, counted from 0, all texts have the same character. */
function commonLength(texts: readonly string[], at: (text: string, place: number) => string | undefined): number {
  const [first = ''] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => at(text, length) === at(first, length))) length += 1;
  return length;
}
