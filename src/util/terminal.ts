import { escapeControls, hideCredentials, oneLine } from './text.ts';

/**
 * The text as a terminal may show it: control characters, escape sequences and direction marks are visible, and steer
 * nothing. Every text that goes to stdout or stderr passes through here.
 */
export function forTerminal(text: string): string {
  return text.split('\r\n').map(escapeControls).join('\r\n');
}

/** Writes a result and a line break to stdout. */
export function print(text: string): void {
  process.stdout.write(forTerminal(`${text}\n`));
}

/** Writes a message to stderr, without user names and passwords in URLs. The line break belongs to the text. */
export function tell(text: string, stream: NodeJS.WritableStream = process.stderr): void {
  stream.write(forTerminal(hideCredentials(text)));
}

/** Clears the current line of a terminal, and writes a text there that is cut to the terminal's width. */
export function replaceLine(text: string, stream: NodeJS.WriteStream): void {
  stream.write('\r\u001b[2K');
  tell(oneLine(text, Math.max(20, stream.columns - 1)), stream);
}
