/** The entries of a list that a program wrote as text; `unreadable`: it looks like such a list, but cannot be split. */
type ListText = { readonly kind: 'entries'; readonly entries: readonly string[] } | { readonly kind: 'unreadable' };

/** The brackets of a list, with what stands before and after them in the text of pandas, NumPy and R. */
const forms: readonly RegExp[] = [
  /^(?:array|Index|Series|list)\(\s*\[(?<inside>.*)\]\s*(?:,\s*\w+=[^\]]*)?\)$/s,
  /^c\((?<inside>\s*["'\d-].*)\)$/s,
  /^\[(?<inside>.*)\]$/s,
  /^\((?<inside>\s*["'].*)\)$/s,
  /^\{(?<inside>.*)\}$/s,
];

/** An entry: a quoted text (also as a NumPy scalar), or a number. The groups are the quoted content and the number. */
const entryForm =
  /(?:np\.\w+\(\s*)?[uU]?(?:'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<number>-?\d+(?:\.\d+)?))(?:\s*\))?/sy;

/**
 * Reads the text of a list as Python (`['a', 'b']`, tuples and sets), NumPy (`['a' 'b']`, `array(['a'], dtype=object)`)
 * and R (`c("a", "b")`) print it. Returns null for a text without the brackets of a list.
 */
export function readListText(text: string): ListText | null {
  const trimmed = text.trim();
  for (const form of forms) {
    const inside = form.exec(trimmed)?.groups?.inside;
    if (inside === undefined) continue;
    const entries = entriesIn(inside.trim());
    return entries === null ? { kind: 'unreadable' } : { kind: 'entries', entries };
  }
  return null;
}

/** Returns the entries between commas or spaces; null where something else than entries is between the brackets. */
function entriesIn(inside: string): readonly string[] | null {
  const entries: string[] = [];
  let position = 0;
  while (position < inside.length) {
    entryForm.lastIndex = position;
    const groups = entryForm.exec(inside)?.groups;
    if (groups === undefined) return null;
    const { single, double, number } = groups;
    entries.push(number ?? unescaped(single ?? double ?? ''));
    const separator = /^(?:\s*,\s*|\s+|$)/.exec(inside.slice(entryForm.lastIndex))?.[0];
    if (separator === undefined) return null;
    position = entryForm.lastIndex + separator.length;
  }
  return entries;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\' };

/** Returns the text of a Python string literal; keeps an escape that Python does not know. */
function unescaped(literal: string): string {
  return literal.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gis,
    (whole, two?: string, four?: string, eight?: string, one?: string) => {
      const code = two ?? four ?? eight;
      if (code !== undefined) return Number.parseInt(code, 16) > 0x10_ff_ff ? whole : fromHex(code);
      return escapes[one ?? ''] ?? whole;
    },
  );
}

function fromHex(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}
