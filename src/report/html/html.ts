import { escapeControls } from '../../util/text.ts';

/** Markup that may be put into a page as it is; made by `html` and `trusted` only. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlValue = Html | string | number | null | readonly HtmlValue[];

/** Builds markup; every value that is not markup already is escaped, so that no text can become a tag or an attribute. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? markupOf(values[index] ?? null) : ''));
  return new Html(parts.join(''));
}

/** For markup of our own making: drawn figures, style sheets, scripts. Never for anything that a model or user wrote. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

function markupOf(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(markupOf).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for elements and quoted attributes; control and direction characters become visible. */
export function escapeHtml(text: string): string {
  return escapeControls(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
