import { escapeHtml } from '../../util/escape-controls.ts';
import { commandParts, findPassage } from '../../util/passages.ts';

/** Returns a text as HTML, isolated: its direction does not reorder the text around it. */
export function htmlText(text: string): string {
  const { before, passage, after } = findPassage(text);
  const inner = passage === null ? '' : `<bdi>${escapeHtml(passage)}</bdi>`;
  return `<bdi>${escapeHtml(before)}${inner}${escapeHtml(after)}</bdi>`;
}

/** Returns a sentence of this program as HTML, with its commands as code. */
export function htmlSentence(text: string): string {
  return commandParts(text)
    .map((part) => (part.isCommand ? `<code>${htmlText(part.text)}</code>` : htmlText(part.text)))
    .join('');
}
