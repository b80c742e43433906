import { oneLine, shortenMiddle } from '../../util/text.ts';

/** Returns a text in at most `columns` columns, which no other text of the table is shortened to. */
type Shorten = (text: string, columns: number) => string;

/**
 * Returns a function that shortens the texts of a table in the middle. Texts that would then read the same start where they
 * begin to differ instead; where these still read the same, they are numbered in the order of the table.
 */
export function distinctTexts(all: readonly string[]): Shorten {
  const texts = [...new Set(all)];
  return (text, columns) => {
    const shown = shortenMiddle(text, columns);
    const alike = texts.filter((each) => shortenMiddle(each, columns) === shown);
    if (alike.length < 2) return shown;
    const start = commonStart(alike);
    const tail = (each: string) => oneLine(`…${each.slice(start)}`, columns);
    const isDistinct = texts
      .filter((each) => !alike.includes(each))
      .every((each) => shortenMiddle(each, columns) !== tail(text));
    if (isDistinct && alike.filter((each) => tail(each) === tail(text)).length === 1) return tail(text);
    const number = ` #${texts.indexOf(text) + 1}`;
    return `${shortenMiddle(text, Math.max(1, columns - number.length))}${number}`;
  };
}

function commonStart(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let start = 0;
  while (start < first.length && others.every((each) => each[start] === first[start])) start += 1;
  return start;
}
