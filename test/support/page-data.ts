import { gunzipSync } from 'node:zlib';

const dataElement = /<script type="application\/octet-stream" id="([\w-]+)">([^<]*)<\/script>/g;
/** Script and style of the application; their text holds no end of an element. */
const codeElement = /<(script|style)>[\s\S]*?<\/\1>/g;

/** The data that a page of the viewer carries, as text: everything that it shows of the runs. */
export function readablePage(html: string): string {
  return [...html.matchAll(dataElement)].map(([, , data = '']) => textOf(Buffer.from(data, 'base64'))).join('\n');
}

/** The markup of a page of the viewer without its data and code: what a browser parses before the application starts. */
export function pageMarkup(html: string): string {
  return html.replaceAll(dataElement, '').replaceAll(codeElement, '');
}

/** Text of compressed bytes. */
export function textOf(bytes: Uint8Array): string {
  return gunzipSync(bytes).toString('utf8');
}
