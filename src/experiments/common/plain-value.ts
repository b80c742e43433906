/** Returns a word normalized for comparison: NFKC, lower case, trimmed, with single spaces. */
export function normalizedWord(word: string): string {
  return word.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** Maximum characters that are examined: a value is at the beginning, and an explanation after it may be long. */
const readCharacters = 2000;
/** Maximum layers of marks or brackets around a value. */
const maxLayers = 8;

/** Marks that may stand around a value and say nothing about it. */
const layers: readonly RegExp[] = [
  /^```[\w-]*\s*([^`]+?)\s*```$/,
  /^(`+)([^`]+)\1$/,
  /^(\*\*\*|\*\*|\*|___|__|_|~~)(.+)\1$/s,
  /^(\$\$|\$)(.+)\1$/s,
  /^\\[([](.+)\\[)\]]$/s,
  /^\\(?:boxed|fbox|text|textbf|textit|mathrm|mathbf|mathsf|operatorname|emph)\s*\{(.+)\}$/s,
  /^"(.+)"$/s,
  /^'(.+)'$/s,
  /^[“„”](.+)[”“]$/s,
  /^[‘‚](.+)[’‘]$/s,
  /^«(.+)»$/s,
  /^「(.+)」$/s,
  /^『(.+)』$/s,
  /^【(.+)】$/s,
  /^\(([^()]+)\)$/s,
  /^\[([^[\]]+)\]$/s,
  /^\{([^{}:]+)\}$/s,
  /^<(?!\/)([\w-]+)>\s*(.+?)\s*<\/\1>$/s,
  /^<([^<>/]+)>$/s,
  /^#{1,6}\s+(.+)$/s,
];

/** The mark of an entry of a list: "- B", "1. B", "• B". */
const entryMark = /^(?:[-*•‣▪]|\d{1,2}[.)])\s+(?=[^\d\s])/;

/** Returns a text without the mark of a list before it. */
export function unlisted(text: string): string {
  return text.replace(entryMark, '');
}

/** Words that introduce a value: "The final answer is B", "Option B", "答案：B". */
const introduction =
  /^(?:(?:so|thus|therefore|hence|ok|okay|sure)[,:]?\s+)?(?:(?:the|my|your)\s+)?(?:(?:final|correct|best|right|predicted|chosen)\s+)?(?:answer|choice|option|letter|verdict|response|prediction|value|result|text|statement|probability|confidence|chance|decision|respuesta|opci[oó]n|antwort|réponse|risposta|resposta|ответ|答え|回答|답|答案|选项|选择|תשובה|אפשרות)(?:\s+(?:is|was|would be|will be|es|是)\s*:?|\s*[:=：→-]|(?=\s*[A-Z](?:\W|$))|(?=[（(]?[A-Z][)）]?$))\s*/i;

/** Returns a text without the marks around it, without an introduction, and without a final period. */
export function undecorated(text: string): string {
  let value = text
    .slice(0, readCharacters)
    .normalize('NFKC')
    .replace(/[\u200b\u2060\ufeff]/g, '') // characters without width
    .trim();
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const before = value;
    for (const pattern of layers) {
      const found = pattern.exec(value);
      const inner = found?.at(-1)?.trim() ?? '';
      if (found !== null && inner !== '' && isOneLayer(value, inner)) value = inner;
    }
    value = unlisted(value.replace(/^[:=]\s*/, '')).replace(/(?<=[^\s.])[.,;!。]+$/, '');
    const rest = value.replace(introduction, '');
    if (rest.trim() !== '') value = rest.trim();
    if (value === before) break;
  }
  return value;
}

/** Returns whether marks stand around the whole and not around two parts of it: `"A" or "B"`. */
function isOneLayer(value: string, inner: string): boolean {
  const mark = value.charAt(0);
  return !/["'`*$_]/.test(mark) || !inner.includes(mark);
}

/** Returns what a JSON value states, as text: itself, the only entry of a list, or the only value of an object. Null: several or none. */
export function plainText(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || depth > 2) return null;
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return values.length === 1 ? plainText(values[0], depth + 1) : null;
}

/**
 * Reads a letter from a value: alone, or followed by a bracket, period, colon or dash ("B", "b", "B) 12"), with any marks
 * around it ("(B)", "**B**", "$B$", `["B"]`, "Option B").
 */
export function readLetter<L extends string>(value: unknown, letters: readonly L[]): L | null {
  const text = plainText(value);
  if (text === null || typeof value === 'number') return null;
  const found = /^([A-Za-z])\s*(?:[).:\]](.*)|\s[-–—]\s(.*))?$/s.exec(withoutOpening(undecorated(text)));
  if (found === null || /(?:^|[\s(["“])[A-Z][).:](?=\s|$)/.test(found[2] ?? '')) return null; // several lettered options
  const alone = found[1]?.toUpperCase();
  return letters.find((letter) => letter === alone) ?? null;
}

/** Returns "(B) 12" as "B) 12", and "**B** - 12" as "B - 12". */
function withoutOpening(text: string): string {
  return text
    .replace(/^[([]([A-Za-z])[)\]](?=\s|$)/, '$1)')
    .replace(/^(\*\*|\*|"|`)([A-Za-z][).:]?)\1/, '$2')
    .replace(/^\*\*([A-Za-z][).:]) ?(.*)\*\*$/s, '$1 $2');
}

const yes: readonly string[] = [
  ...[
    'true',
    'yes',
    'y',
    't',
    '1',
    'yep',
    'yeah',
    '✓',
    '✔',
    '✅',
    '☑',
    'sí',
    'si',
    'sim',
    'verdadero',
    'ja',
    'oui',
    'да',
  ],
  ...['はい', '是', '是的', '对', '对的', '真', 'כן', 'נכון'],
  ...['wahr', 'vrai', 'vero', 'verdadeiro', 'cierto', 'верно', 'правда'],
];
const no: readonly string[] = [
  ...['false', 'no', 'n', 'f', '0', 'nope', '✗', '✘', '❌', '☒', 'não', 'falso', 'nein', 'non', 'нет'],
  ...['いいえ', '否', '不是', '不是的', '不', '不对', '假', 'לא', 'שגוי'],
  ...['falsch', 'faux', 'неверно', 'ложь'],
];

/** Reads a yes or no from a value of any spelling (`true`, "True", "yes", 1, `[true]`). */
export function readBoolean(value: unknown): boolean | null {
  const text = plainText(value);
  if (text === null) return null;
  const word = undecorated(text)
    .toLowerCase()
    .replace(/\ufe0f$/, '');
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : null;
}
