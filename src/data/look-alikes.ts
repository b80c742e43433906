/** Letters of other scripts with the Latin letter that they look like. */
const lettersOf: Readonly<Record<string, string>> = {
  ...{ А: 'A', В: 'B', Е: 'E', К: 'K', М: 'M', Н: 'H', О: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y', Х: 'X', І: 'I', Ј: 'J' },
  ...{ Ѕ: 'S', Ԛ: 'Q', Ԝ: 'W', а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ј: 'j', ѕ: 's' },
  ...{ ԁ: 'd', һ: 'h', ԛ: 'q', ԝ: 'w', Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N' },
  ...{ Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X', ο: 'o', ν: 'v' },
};
const foreign = /[\u0370-\u052f\uff01-\uff5e]/gu;
const wide = 0xfee0;

/** Returns the text with Latin letters for Cyrillic, Greek and full-width ones that look like them: `В` (U+0412) is `B`. */
export function latinForm(text: string): string {
  return text.replace(foreign, (letter) => {
    const code = letter.charCodeAt(0);
    return code > wide ? String.fromCharCode(code - wide) : (lettersOf[letter] ?? letter);
  });
}

/** Returns whether a text is written in ASCII alone. */
export function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
