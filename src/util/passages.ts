/** Hebrew, Arabic and other right-to-left scripts. */
const rightToLeft = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]';
/** Characters after the last letter that belong to a passage: digits and punctuation, but not a closing quotation mark. */
const tail = '[^\\p{L}·"\'”’»\\s]';
const hasRightToLeft = new RegExp(rightToLeft, 'u');
/** Compiling it takes tens of milliseconds: it is used only on texts that have such a script. */
const passagePattern = new RegExp(`${rightToLeft}(?:.*${rightToLeft})?(?:\\s*${tail}+)*`, 'su');

/** Finds the right-to-left passage of a text. Isolated, it reorders neither its punctuation nor the text after it. */
export function findPassage(text: string): {
  readonly before: string;
  readonly passage: string | null;
  readonly after: string;
} {
  const found = hasRightToLeft.test(text) ? passagePattern.exec(text) : null;
  if (found === null) return { before: text, passage: null, after: '' };
  const [passage] = found;
  return { before: text.slice(0, found.index), passage, after: text.slice(found.index + passage.length) };
}

/** A part of a sentence: a command between backticks, or what is between commands. */
interface SentencePart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** Returns the parts of a sentence with commands such as `seb view` in backticks, which a page shows as code, without them. */
export function commandParts(sentence: string): readonly SentencePart[] {
  return sentence
    .split(/`(seb [^`]+)`/)
    .map((text, index) => ({ text, isCommand: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
