import { readdirSync, readFileSync } from 'node:fs';
import { type AppErrorCode, errorCodes } from '../src/util/error-codes.ts';

/** Maximum number of words that the page has of a message. */
const maxWords = 5;
const sources = new URL('../src/', import.meta.url);

/** Returns docs/errors.md: every code of an error with its messages, as the sources have them. */
export function errorPage(): string {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('error-codes.ts'))
    .sort()
    .map((file) => readFileSync(new URL(file, sources), 'utf8'));
  const messages = errorCodes.map((code) => [code, shownMessage(messagesOf(code, texts))] as const);
  const width = Math.max(...errorCodes.map(({ length }) => length));
  const rows = messages.flatMap(([code, message]) => (message === null ? [] : [`${code.padEnd(width)}  ${message}`]));
  const computed = messages.flatMap(([code, message]) => (message === null ? [`\`${code}\``] : []));
  return [
    '# Errors',
    '',
    'Every error that a user can act on has a code, a message and mostly a hint; the terminal prints the last two. From a script,',
    '`AppError` has them as `code`, `message` and `hint`. Here are the first words of the first message of each code; `…` stands',
    'for a name or a number. Made from the sources by `npm run docs`.',
    '',
    '```text',
    ...rows,
    '```',
    '',
    `Computed messages only: ${computed.join(', ')}.`,
    '',
  ].join('\n');
}

/** Returns the beginning of the first message of a code; null if all are computed. */
function shownMessage(messages: readonly (string | null)[]): string | null {
  const words = messages.find((text) => text !== null)?.split(' ') ?? [];
  if (words.length === 0) return null;
  return words.slice(0, maxWords).join(' ');
}

/** Returns the messages of the places that throw an error; null where one is computed. */
function messagesOf(code: AppErrorCode, texts: readonly string[]): readonly (string | null)[] {
  const start = new RegExp(`(AppError|refuse|\\[)\\(?\\s*'${code}',`, 'g');
  return texts.flatMap((text) =>
    [...text.matchAll(start)].map(({ 0: found, 1: opening, index }) => {
      const shown = literalOf(argumentsAt(text, index + found.length)[0]);
      const isStore = opening === '['; // tables of database faults complete "the store FILE ..."
      return shown === null || !isStore ? shown : `the store … ${shown}`;
    }),
  );
}

/** Returns the texts of the arguments from a position on, up to the bracket that closes the call. */
function argumentsAt(text: string, start: number): readonly string[] {
  const found: string[] = [];
  let [depth, from, quote] = [0, start, ''];
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (`'"\``.includes(character)) quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character) && depth > 0) depth -= 1;
    else if (')]}'.includes(character)) return [...found, text.slice(from, at).trim()];
    else if (character === ',' && depth === 0) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return found;
}

/** Returns the text of several words that an expression begins with, with `…` for each inserted value; null without one. */
function literalOf(expression: string | undefined): string | null {
  const [, quoted, template] =
    /^(?:(?:'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*")|`((?:[^`\\]|\\.)*)`)/.exec(expression ?? '') ?? [];
  const literal = /^"((?:[^"\\]|\\.)*)"/.exec(expression ?? '')?.[1] ?? quoted ?? template;
  if (literal === undefined) return null;
  const shown = literal
    .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
    .replace(/\$\{[\s\S]*$/, '…')
    .replace(/\\(.)/g, '$1');
  return /[a-z]{3}\S* \S|\S [a-z]{3}/.test(shown) ? shown.replace(/\s+/g, ' ') : null;
}
