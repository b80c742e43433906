import stringWidth from 'string-width';
import { escapeAsJson } from './escape-controls.ts';
import { hideCredentials, keptSpace, oneLine, wrapLines, wrapText } from './text.ts';

/**
 * Returns the text with control characters, escape sequences and direction marks made visible, so that it cannot
 * control the terminal. Every text for stdout or stderr passes through here.
 */
export function forTerminal(text: string): string {
  return text.split('\r\n').map(escapeAsJson).join('\r\n');
}

/** Writes a result and a line break to stdout. */
export function print(text: string): void {
  process.stdout.write(forTerminal(`${text}\n`));
}

/** ASCII forms of the signs that screens use; those of tables are as wide as their signs. */
const asciiForms: Readonly<Record<string, string>> = {
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"', '…': '~', '·': '-', '−': '-', '–': '-', '×': 'x', '≤': '<=', '≥': '>=' },
  '\u00a0': ' ',
};

/** Returns the text with the signs of this program in ASCII under `LANG=C`. */
export function forLocale(text: string): string {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '');
  const isAscii = locale === 'C' || locale === 'POSIX';
  return isAscii ? text.replaceAll(/[^\0-\x7f]/g, (sign) => asciiForms[sign] ?? sign) : text;
}

let typed = (command: string): string => command;
let typedProgram = 'seb';

/** Sets how a suggested command (`seb view`) is written: as the user has to type it. `program`: the words that it begins with. */
export function setTyped(form: (command: string) => string, program = 'seb'): void {
  typed = form;
  typedProgram = program;
}

/** Returns the text with each command in backticks as the user has to type it. */
export function withTypedCommands(text: string): string {
  return text.replaceAll(/`(seb [^`]+)`/g, (_, command: string) => `\`${typed(command)}\``);
}

/**
 * Returns a text in lines of at most `columns` columns, with each command in backticks as the user has to type it; a command
 * that fits in a line is not broken. `wrap`: `wrapSentence` where long names are to be shortened.
 */
export function wrapTyped(text: string, columns: number, wrap: typeof wrapText = wrapText): readonly string[] {
  const kept = withTypedCommands(text).replaceAll(/`[^`]+`/g, (command) =>
    stringWidth(command) > columns - roomBeside ? command : command.replaceAll(' ', keptSpace),
  );
  return wrap(kept, columns).map((line) => line.replaceAll(keptSpace, ' '));
}

/** Columns beside a command that has a line of its own: the indent, and a sign that ends it. */
const roomBeside = 3;

/** Returns a suggested command (`seb view`) as the user has to type it. */
export function typedCommand(command: string): string {
  return typed(command);
}

/** Writes text for a person and a line break to stdout: commands as they are typed, ASCII under `LANG=C`. Data go to `print`. */
export function printScreen(text: string): void {
  print(forLocale(withTypedCommands(text)));
}

/**
 * Writes a message for a person to stderr, in lines that fit its terminal, without the user names and passwords in URLs. The
 * caller adds the line break. Lines stay whole where stderr is not a terminal and COLUMNS is not set, as in the log of a job.
 */
export function tell(
  text: string,
  stream: NodeJS.WritableStream & { readonly columns?: number } = process.stderr,
): void {
  const columns = stream.columns ?? Number(process.env.COLUMNS ?? '');
  const message = wrapLines(hideCredentials(withTypedCommands(text)), columns, typedProgram);
  stream.write(forTerminal(forLocale(message)));
}

/** Number of questions that a person is reading. */
let held = 0;

/** Keeps `replaceLine` from writing until the returned function is called: a line of progress would cover a question. */
export function holdLine(): () => void {
  held += 1;
  return () => {
    held -= 1;
  };
}

/** Clears the current line of a terminal and writes the text there, cut to the terminal's width. */
export function replaceLine(text: string, stream: NodeJS.WriteStream): void {
  if (held > 0) return;
  stream.write('\r\u001b[2K');
  tell(oneLine(text, Math.max(20, stream.columns - 1)), stream);
}
