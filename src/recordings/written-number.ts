/** A number as a cell writes it. */
export interface WrittenNumber {
  readonly value: number;
  /** Maximum that is written with it: 10 in `7/10`, 100 in `85 %`; null: none. */
  readonly most: number | null;
}

/** A number of points of a maximum: `7/10`, `7 of 10`, `7 out of 10`. */
const pointsOf = /^(\d+(?:\.\d+)?)\s*(?:\/|of|out of)\s*(\d+(?:\.\d+)?)(?:\s*(?:points|pts))?$/i;
/** A share in percent, with a decimal point or comma. */
const percentOf = /^(\d+(?:[.,]\d+)?|\.\d+)\s*(?:%|percent|per cent|pct)$/i;
/** A number with a decimal comma, as spreadsheets of many countries write it; `1,500` could be a thousand, and is not one of them. */
const withComma = /^(?:[01],\d+|\d+,\d{1,2})$/;

/** Reads a number: `0.8`, `0,8`, `80 %`, `7/10`; null for any other text. */
export function writtenNumber(text: string): WrittenNumber | null {
  const word = text.trim();
  const plain = word === '' ? Number.NaN : Number(word);
  if (Number.isFinite(plain)) return { value: plain, most: null };
  const [, points, most] = pointsOf.exec(word) ?? [];
  if (points !== undefined && Number(most) > 0) return { value: Number(points), most: Number(most) };
  const [, percent] = percentOf.exec(word) ?? [];
  if (percent !== undefined) return { value: Number(percent.replace(',', '.')), most: 100 };
  return withComma.test(word) ? { value: Number(word.replace(',', '.')), most: null } : null;
}
