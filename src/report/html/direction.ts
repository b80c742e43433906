import { type Html, html } from './html.ts';

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]';
/** What stands after its last letter and is still the passage's: digits and punctuation, but no closing quotation mark. */
const tail = '[^\\p{L}·"\'”’»\\s]';
/** From the first such letter to the last one, and what ends the sentence. */
const passage = new RegExp(`${rightToLeft}(?:.*${rightToLeft})?(?:\\s*${tail}+)*`, 'su');

/** Text in which a passage from right to left is set apart: neither its punctuation nor what follows it changes places. */
export function isolated(text: string): Html {
  const found = passage.exec(text);
  if (found === null) return html`${text}`;
  const end = found.index + found[0].length;
  return html`${text.slice(0, found.index)}<bdi>${found[0]}</bdi>${text.slice(end)}`;
}
