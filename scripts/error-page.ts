import { readdirSync, readFileSync } from 'node:fs';
import { type AppErrorCode, errorCodes } from '../src/util/error-codes.ts';

const sources = new URL('../src/', import.meta.url);

/** Message and hint of one place that throws an error; null where they are computed. */
interface Place {
  readonly message: string | null;
  readonly hint: string | null;
}

/** Returns docs/errors.md: every code of an error with its messages and hints, as the sources have them. */
export function errorPage(): string {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('error-codes.ts'))
    .sort()
    .map((file) => readFileSync(new URL(file, sources), 'utf8'));
  const rows = errorCodes.map((code) => `| \`${code}\` | ${cell(placesOf(code, texts))} |`);
  return [
    '# Errors',
    '',
    'Every error that a user can act on has a code, a message and mostly a hint. From a script, `AppError` has them as `code`,',
    '`message` and `hint`; `AppErrorCode` is the type of all codes. A `…` stands for a name, a number or a computed text.',
    'Generated from the sources by `npm run docs`; a test fails if this page is out of date.',
    '',
    '| code | message | what to do |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function cell(places: readonly Place[]): string {
  const distinct = (texts: readonly (string | null)[]) =>
    [...new Set(texts.filter((text) => text !== null))].map((text) => text.replaceAll('|', '\\|')).join('<br>');
  return `${distinct(places.map(({ message }) => message)) || 'computed'} | ${distinct(places.map(({ hint }) => hint))}`;
}

function placesOf(code: AppErrorCode, texts: readonly string[]): readonly Place[] {
  const start = new RegExp(`(AppError|refuse|\\[)\\(?\\s*'${code}',`, 'g');
  return texts.flatMap((text) =>
    [...text.matchAll(start)].map(({ 0: found, 1: opening, index }) => {
      const [message, third] = argumentsAt(text, index + found.length);
      const hint = opening === 'AppError' ? /\bhint:\s*([\s\S]*)/.exec(third ?? '')?.[1] : third;
      const isStore = opening === '['; // tables of database faults complete "the store FILE ..."
      const shown = literalOf(message);
      return { message: shown === null || !isStore ? shown : `the store … ${shown}`, hint: literalOf(hint) };
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
