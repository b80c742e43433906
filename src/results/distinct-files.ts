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

/** Returns for each path the name of its file, after as many of its folders as tell it from other paths of that name: `new/out.json`. */
export function pathEnds(paths: readonly string[]): ReadonlyMap<string, string> {
  const partsOf = new Map(
    paths.map((path) => [path, path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.')]),
  );
  const byName = Map.groupBy(partsOf, ([, parts]) => parts.at(-1));
  return new Map(
    [...byName.values()].flatMap((alike) =>
      alike.map(([path, parts]) => {
        const ending = (of: readonly string[], count: number) => of.slice(-count).join('/');
        const others = alike.filter(([other]) => other !== path).map(([, of]) => of);
        let count = 1;
        while (count < parts.length && others.some((of) => ending(of, count) === ending(parts, count))) count += 1;
        return [path, ending(parts, count)] as const;
      }),
    ),
  );
}

/** Returns for each path the name of its file; of several files of one name, the folders in which they differ: `new`. */
export function fileLabels(paths: readonly string[]): ReadonlyMap<string, string> {
  const ends = [...pathEnds(paths)].map(([path, end]) => ({ path, parts: end.split('/') }));
  const byName = Map.groupBy(ends, ({ parts }) => parts.at(-1));
  return new Map(
    [...byName.values()].flatMap((alike) => {
      const inFolders = alike.map(({ parts }) => parts.toReversed());
      const shared = alike.length < 2 ? 0 : commonLength(inFolders, (parts, at) => parts[at]);
      return alike.map(
        ({ path, parts }) => [path, parts.slice(0, parts.length - shared).join('/') || parts.join('/')] as const,
      );
    }),
  );
}

/** Returns at how many places, counted from 0, all texts or lists have the same character or element. */
function commonLength<Listed extends { readonly length: number }>(
  texts: readonly Listed[],
  at: (text: Listed, place: number) => string | undefined,
): number {
  const [first] = texts;
  if (first === undefined) return 0;
  let length = 0;
  while (length < first.length && texts.every((text) => at(text, length) === at(first, length))) length += 1;
  return length;
}
