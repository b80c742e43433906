import stringWidth from 'string-width';

/** Shows control characters, ANSI escapes and direction marks as text, so that model output cannot steer a terminal. */
export function harmless(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** The text in one line of at most so many columns. */
export function oneLine(text: string, columns: number): string {
  const line = harmless(
    text
      .slice(0, columns * 8)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  if (stringWidth(line) <= columns) return line;
  let shown = '';
  let width = 1;
  for (const character of line) {
    width += stringWidth(character);
    if (width > columns) break;
    shown += character;
  }
  return `${shown}…`;
}

/** The text without user names and passwords in URLs. */
export function withoutCredentials(text: string): string {
  return text.replace(/(\w:\/\/)[^/\s@]*(?:@[^/\s@]*)*@/g, '$1');
}

export type Align = 'left' | 'right';

/** Columns of cells, two spaces apart; the header underlined. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[],
): string {
  const widths = header.map((title, column) =>
    Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell)));
        return align[column] === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** A fraction to three places, or what it is that cannot be said. */
export function fraction(value: number | null): string {
  return value === null ? 'n/a' : fixed(value, 3).replace(/^(-?)0\./, '$1.');
}

/** A number to so many places; one that rounds to zero has no sign. */
export function fixed(value: number, places: number): string {
  const text = value.toFixed(places);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

export function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}

/** Seconds as a person says them: 42 s, 3 min 5 s, 2 h 10 min. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
