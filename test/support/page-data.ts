import { gunzipSync } from 'node:zlib';

const packedElement = /<script type="application\/octet-stream" id="([\w-]+)">([^<]*)<\/script>/g;
const openingElement = /<script type="application\/json" id="seb-opening">([^<]*)<\/script>/g;
/** Matches script and style of the application, whose text contains no closing tag. */
const codeElement = /<(script|style)(?: type="text\/plain" id="seb-program")?>[\s\S]*?<\/\1>/g;

/** Returns the data that a page of the viewer embeds, as text: everything that it shows about the runs. */
export function readablePage(html: string): string {
  const opening = [...html.matchAll(openingElement)].map(([, data = '']) => data.replaceAll('\\u003c', '<'));
  const packed = [...html.matchAll(packedElement)].map(([, , data = '']) => textOf(Buffer.from(data, 'base64')));
  return [...opening, ...packed].join('\n');
}

/**
 * Returns the markup of a page of the viewer without its data and code: what a browser parses before the application
 * starts.
 */
export function pageMarkup(html: string): string {
  return html.replaceAll(packedElement, '').replaceAll(openingElement, '').replaceAll(codeElement, '');
}

/** Returns the text of compressed bytes. */
export function textOf(bytes: Uint8Array): string {
  return gunzipSync(bytes).toString('utf8');
}
