import { gunzipSync } from 'node:zlib';

const dataElement = /<script type="application\/octet-stream" id="([\w-]+)">([^<]*)<\/script>/g;
/** Matches script and style of the application, whose text contains no closing tag. */
const codeElement = /<(script|style)>[\s\S]*?<\/\1>/g;

/** Returns the data that a page of the viewer embeds, as text: everything that it shows about the runs. */
export function readablePage(html: string): string {
  return [...html.matchAll(dataElement)].map(([, , data = '']) => textOf(Buffer.from(data, 'base64'))).join('\n');
}

/**
 * Returns the markup of a page of the viewer without its data and code: what a browser parses before the application
 * starts.
 */
export function pageMarkup(html: string): string {
  return html.replaceAll(dataElement, '').replaceAll(codeElement, '');
}

/** Returns the text of compressed bytes. */
export function textOf(bytes: Uint8Array): string {
  return gunzipSync(bytes).toString('utf8');
}
