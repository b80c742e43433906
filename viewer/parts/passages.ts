/** Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]';
/** Characters after its last letter that belong to a passage: digits and punctuation, but no closing quotation mark. */
const tail = '[^\\p{L}·"\'”’»\\s]';
const passagePattern = new RegExp(`${rightToLeft}(?:.*${rightToLeft})?(?:\\s*${tail}+)*`, 'su');

/** Finds the passage of a text that is written from right to left: set apart, it moves neither its punctuation nor what follows. */
export function findPassage(text: string): {
  readonly before: string;
  readonly passage: string | null;
  readonly after: string;
} {
  const found = passagePattern.exec(text);
  if (found === null) return { before: text, passage: null, after: '' };
  const [passage] = found;
  return { before: text.slice(0, found.index), passage, after: text.slice(found.index + passage.length) };
}
