import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { safeJson } from '../../report/render/safe-json.ts';
import { escapeHtml } from '../../util/escape-controls.ts';
import type { Opening, StaticCore } from '../contract/contract-static.ts';
import type { ViewerAssets } from './assets.ts';

interface StaticParts {
  readonly opening: Opening;
  /** Markup of the first screen. */
  readonly markup: string;
  readonly core: StaticCore;
  readonly rows: readonly Uint8Array[];
  /** Null if they are files next to the page. */
  readonly texts: readonly Uint8Array[] | null;
}

/**
 * Starts the application once the first screen is painted. The markup of that screen is removed before, where the address
 * is that of another screen.
 */
const starter = `
if (!/^(#\\/?)?$/.test(location.hash)) document.getElementById('root').replaceChildren();
addEventListener('DOMContentLoaded', () => {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const program = document.createElement('script');
    program.textContent = document.getElementById('seb-program').textContent;
    document.body.append(program);
  };
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, 500); // a page in the background draws no frames
});
`;

/** Returns the viewer with its data as one page. It can load nothing, except texts from its own folder if they are there. */
export function staticPage(
  { opening, markup, core, rows, texts }: StaticParts,
  { script, style }: ViewerAssets,
): string {
  const code = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(starter)}' '${hashOf(code)}'`,
    'img-src blob:',
    ...(texts === null ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = [
    dataElement('seb-core', gzipSync(safeJson(core))),
    ...rows.map((bytes, number) => dataElement(`seb-rows-${number}`, bytes)),
    ...(texts ?? []).map((bytes, number) => dataElement(`seb-texts-${number}`, bytes)),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(opening.overview.question)}</title>
<style>${style}</style>
</head>
<body>
<div id="root">${markup}</div>
<script>${starter}</script>
<noscript><p>The rest of this page needs JavaScript; report.md in the same folder has the same numbers.</p></noscript>
<script type="application/json" id="seb-opening">${safeJson(opening).replaceAll('<', '\\u003c')}</script>
${data}
<script type="text/plain" id="seb-program">${code}</script>
</body>
</html>
`;
}

/** Returns compressed data in an element that browsers neither show nor run. */
function dataElement(id: string, bytes: Uint8Array): string {
  return `<script type="application/octet-stream" id="${id}">${Buffer.from(bytes).toString('base64')}</script>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
