import stringWidth from 'string-width';
import { escapeControls } from './escape-controls.ts';
import { remembered } from './remembered.ts';

export { escapeControls } from './escape-controls.ts';

/** Matches text of which each character takes one column and is shown unchanged. */
const plainText = /^[\x20-\x7e]*$/;

const characterWidth = remembered((character) => stringWidth(character));

/** Returns the number of characters that take one column each: a text is at least as wide. */
function plainCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && code <= 0x7e) count += 1;
  }
  return count;
}

/** Returns the text as one line of at most `columns` columns. */
export function oneLine(text: string, columns: number): string {
  const written = text
    .slice(0, columns * 8)
    .replace(/\s+/g, ' ')
    .trim();
  if (plainText.test(written)) return written.length <= columns ? written : `${written.slice(0, columns - 1)}…`;
  const line = escapeControls(written);
  if (plainCharacters(line) <= columns && stringWidth(line) <= columns) return line;
  let shown = '';
  let width = 1;
  for (const character of line) {
    width += characterWidth(character);
    if (width > columns) break;
    shown += character;
  }
  return `${shown}…`;
}

/**
 * Returns the text with its middle replaced by an ellipsis if it is wider than `columns`. Both ends stay, because they
 * distinguish names.
 */
export function shortenMiddle(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const characters = [...text];
  const take = (from: readonly string[], room: number) => {
    let width = 0;
    const taken = from.findIndex((character) => {
      width += stringWidth(character);
      return width > room;
    });
    return from.slice(0, taken === -1 ? from.length : taken);
  };
  const head = take(characters, Math.ceil((columns - 1) / 2));
  const tail = take(characters.toReversed(), Math.floor((columns - 1) / 2)).toReversed();
  return `${head.join('')}…${tail.join('')}`;
}

/**
 * Wraps the text into lines of at most `columns` columns, at spaces that no percent sign follows; lines after the first
 * are indented by two.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  return wrapWords(escapeControls(text.replace(/\s+/g, ' ').trim()).split(/ (?!%)/), columns);
}

function wrapWords(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const next = line === '' ? word : `${line} ${word}`;
    if (line !== '' && stringWidth(next) > columns) {
      lines.push(line);
      line = `  ${word}`;
    } else line = next;
  }
  return [...lines, line];
}

/** Wraps a sentence like `wrapText`; a word wider than a line, such as the name of a model, is shortened in its middle. */
export function wrapSentence(text: string, columns: number): readonly string[] {
  const words = escapeControls(text.replace(/\s+/g, ' ').trim()).split(' ');
  return wrapText(words.map((word) => shortenMiddle(word, columns - 2)).join(' '), columns);
}

/**
 * Wraps a shell command into lines of at most `columns` columns that can be copied; a continued line ends with a
 * backslash. No line is broken within quotes, or between a flag and its value where both fit in a line.
 */
export function wrapCommand(command: string, columns: number): readonly string[] {
  if (stringWidth(command) <= columns) return [command];
  const lines = wrapWords(withValues(shellParts(command), columns - 4), columns - 2);
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

/** Returns the words of a command with each flag and its first value as one, where both fit in `columns` columns. */
function withValues(words: readonly string[], columns: number): readonly string[] {
  const joined: string[] = [];
  for (const word of words) {
    const flag = joined.at(-1) ?? '';
    const isValue = /^--?[a-z][\w-]*$/i.test(flag) && !word.startsWith('-');
    if (isValue && stringWidth(`${flag} ${word}`) <= columns) joined[joined.length - 1] = `${flag} ${word}`;
    else joined.push(word);
  }
  return joined;
}

/** Minimum width of wrapped lines: a narrower terminal would get a word a line. */
const minLineColumns = 40;

/**
 * Returns a message in lines of at most `columns` columns; commands in backticks stay whole, and lines that fit stay as they
 * are. `program` begins the commands that can be copied. Unchanged where the width is not known (not above 0), as in the log
 * of a job.
 */
export function wrapLines(text: string, columns: number, program: string): string {
  if (!(columns > 0)) return text;
  const width = Math.max(minLineColumns, columns);
  const whole = (line: string) => line.replaceAll(/`[^`]+`/g, (command) => command.replaceAll(' ', keptSpace));
  const lines = text.split('\n').flatMap((line) => {
    if (stringWidth(line) <= width) return [line];
    const [indent = ''] = /^ */.exec(line) ?? [];
    const room = width - indent.length;
    const wrapped = withCommandBelow(line.trim(), room, program) ?? wrapText(whole(line), room);
    return wrapped.map((part) => `${indent}${part}`.trimEnd());
  });
  return lines.join('\n').replaceAll(keptSpace, ' ');
}

/** Stands for a space at which no line is broken; no text has it. */
export const keptSpace = '\ue000';

/**
 * Returns a line that ends with a command (`to continue: seb resume ...`) and does not fit as the prose and, below it, the
 * command, which can be copied. Null for any other line.
 */
function withCommandBelow(line: string, columns: number, program: string): readonly string[] | null {
  const at = line.lastIndexOf(`: ${program} `);
  if (at < 0) return null;
  const [prose, command] = [line.slice(0, at + 1), line.slice(at + 2)];
  if (/[;`]/.test(command.replaceAll(/'[^']*'/g, ''))) return null; // more prose follows, or it stands in backticks
  return [...wrapText(prose, columns), ...wrapCommand(escapeControls(command), columns - 2).map((part) => `  ${part}`)];
}

/** Returns the words of a shell command as they are written, with their quotes and the spaces in these. */
function shellParts(command: string): readonly string[] {
  return escapeControls(command).match(/(?:\\.|'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)|[^\s'"\\]|\\$)+/gs) ?? [];
}

/** Matches URL parameters that hold a password. */
const secretParameter = /([?&][\w.-]*(?:password|passwd|pwd|secret|token|credential)[\w.-]*=)[^&#\s'"]*/gi;

/** Removes user names and passwords from URLs in the text, before the host and in the parameters. */
export function hideCredentials(text: string): string {
  return text.replace(/(\w:\/\/)[^/\s@]*(?:@[^/\s@]*)*@/g, '$1').replace(secretParameter, '$1***');
}

type Align = 'left' | 'right';

/**
 * Returns rows of cells as a table with two spaces between columns and an underlined header. Control characters in
 * cells become visible.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[],
): string {
  const [titles = [], ...shown] = [header, ...rows].map((cells) => cells.map(escapeControls));
  const widths = titles.map((title, column) =>
    Math.max(stringWidth(title), ...shown.map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell)));
        return align[column] === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  return [line(titles), widths.map((width) => '-'.repeat(width)).join('  '), ...shown.map(line)].join('\n');
}

/** Returns what all texts begin with, up to and including the last separator in it; for one text, up to its last separator. */
export function longestCommonStart(texts: readonly string[], separator: string): string {
  const [first = '', ...others] = texts;
  if (others.length === 0) return first.slice(0, first.lastIndexOf(separator) + 1);
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length += 1;
  return first.slice(0, first.slice(0, length).lastIndexOf(separator) + 1);
}
