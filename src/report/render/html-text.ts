import { escapeHtml } from '../../util/escape-controls.ts';
import { findPassage } from '../../util/passages.ts';

/** Returns a text as HTML, isolated: its direction does not reorder the text around it. */
export function htmlText(text: string): string {
  const { before, passage, after } = findPassage(text);
  const inner = passage === null ? '' : `<bdi>${escapeHtml(passage)}</bdi>`;
  return `<bdi>${escapeHtml(before)}${inner}${escapeHtml(after)}</bdi>`;
}
