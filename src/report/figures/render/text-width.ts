import stringWidth from 'string-width';

/** Advance widths of Helvetica in thousandths of the font size, for the printable ASCII characters from space to tilde. */
const helvetica = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

/** Safety factor, so that text also fits with a wider substitute font (DejaVu Sans). */
const reserve = 1.2;
const boldReserve = 1.3;

/** Returns the width of a line of text in pixels, independent of the machine's fonts. */
export function textWidth(text: string, { fontSize, bold }: { fontSize: number; bold: boolean }): number {
  let thousandths = 0;
  for (const character of text) {
    thousandths += helvetica[(character.codePointAt(0) ?? 0) - 32] ?? stringWidth(character) * 600;
  }
  return (thousandths / 1000) * fontSize * (bold ? boldReserve : reserve);
}

/** Returns a text in lines of at most `width` pixels, broken between words; a longer word is a line of its own. */
export function wrapWords(
  text: string,
  width: number,
  font: { readonly fontSize: number; readonly bold: boolean },
): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || textWidth(longer, font) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
