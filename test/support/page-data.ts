import { gunzipSync } from 'node:zlib';

const element = /<script type="application\/octet-stream" id="([\w-]+)">([^<]*)<\/script>/g;

/** The data that a page of the viewer carries, as text by the id of its element. */
export function pageData(html: string): ReadonlyMap<string, string> {
  return new Map([...html.matchAll(element)].map(([, id = '', data = '']) => [id, unpacked(data)]));
}

/** The page with its data readable, where it stands compressed. */
export function readablePage(html: string): string {
  return html.replaceAll(element, (_, id: string, data: string) => `<script id="${id}">${unpacked(data)}</script>`);
}

function unpacked(data: string): string {
  return gunzipSync(Buffer.from(data, 'base64')).toString('utf8');
}
