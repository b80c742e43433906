import { themed } from '../../figure/render/theme.ts';

/** Dark readers see the same pictures: each colour of the light theme is overridden by its dark twin. */
function recoloured(): string {
  return Object.values(themed)
    .flatMap(({ light, dark }) => [
      `.picture svg [fill="${light}"]{fill:${dark}}`,
      `.picture svg [stroke="${light}"]{stroke:${dark}}`,
    ])
    .join('\n');
}

const { background, ink, muted, grid, accent } = themed;

/** The page's style sheet: readable from 320 pixels, in light and dark, and on paper. */
export const style = `
:root{color-scheme:light dark;--paper:${background.light};--ink:${ink.light};--muted:${muted.light};--line:${grid.light};--accent:${accent.light};--panel:#f5f7f9;--warn:#fff5e5;--warn-line:#c77700}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer,nav{max-width:1180px;margin:0 auto;padding:0 20px}
header{padding-top:32px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3em}
h2{font-size:1.3rem;margin:2.4em 0 .6em;padding-top:.6em;border-top:1px solid var(--line)}
h3{font-size:1.02rem;margin:0 0 .25em}
p{margin:.3em 0 .8em;max-width:75ch}
a{color:var(--accent)}
.sub,.table>p,figcaption p,.runs{color:var(--muted);font-size:.92rem}
nav ul{display:flex;flex-wrap:wrap;gap:.2em 1.2em;list-style:none;margin:1em 0 0;padding:.6em 0;border-bottom:1px solid var(--line);font-size:.95rem}
.honesty{margin:1.2em 0;padding:.8em 1.1em;background:var(--warn);border-left:4px solid var(--warn-line);border-radius:4px}
.honesty ul,.methods ul,.absences{margin:0;padding-left:1.2em}
.honesty li,.methods li,.absences li{margin:.25em 0;max-width:85ch;overflow-wrap:anywhere}
section.table{margin:0 0 2em}
main>section:first-child>h2{border-top:0;margin-top:.8em}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;min-width:100%}
th,td{padding:.38em .6em;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap;font-weight:400;vertical-align:top}
small{display:block;font-size:.82em;color:var(--muted)}
th.right,td.right{text-align:right}
thead th{border-bottom:2px solid var(--line);vertical-align:bottom;padding:0;white-space:normal;line-height:1.25}
thead button{all:unset;box-sizing:border-box;display:block;width:100%;padding:.38em .6em;cursor:pointer;font-weight:600;text-align:inherit}
thead button:hover{color:var(--accent)}
thead button:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
th[aria-sort=ascending] button::after{content:" \\2191"}
th[aria-sort=descending] button::after{content:" \\2193"}
tbody th{position:sticky;left:0;background:var(--paper);max-width:17rem;white-space:normal;overflow-wrap:break-word}
tbody tr:hover td,tbody tr:hover th{background:var(--panel)}
td.absent,th.absent{color:var(--muted);font-style:italic}
[title]{text-decoration-color:var(--line)}
td[title]{cursor:help}
td.left{white-space:normal;min-width:7rem;overflow-wrap:anywhere}
figure{margin:0 0 2.6em}
.picture{padding:4px 0}
.picture svg{display:block;height:auto;min-width:min-content}
.picture [aria-label]{outline:none}
.downloads{margin:.2em 0}
.downloads button{font:inherit;font-size:.82rem;color:var(--ink);background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.15em .7em;cursor:pointer}
.downloads button:hover{border-color:var(--accent)}
#tip{position:fixed;z-index:9;max-width:min(26rem,92vw);padding:.45em .7em;border-radius:5px;background:var(--ink);color:var(--paper);font-size:.84rem;line-height:1.4;pointer-events:none;overflow-wrap:anywhere}
#tip[hidden]{display:none}
#tip div:first-child{font-weight:600}
details{margin:1em 0}
summary{cursor:pointer;font-weight:600;padding:.3em 0}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.15em 1em;margin:.5em 0 1.5em;font-size:.88rem}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
pre{overflow-x:auto;padding:.9em;background:var(--panel);border-radius:5px;font-size:.8rem;line-height:1.45}
footer{margin-top:3em;padding-bottom:3em;color:var(--muted);font-size:.88rem}
@media (max-width:640px){body{font-size:15px}main,header,footer,nav{padding-left:14px;padding-right:14px}h1{font-size:1.35rem}tbody th{max-width:9.5rem}dl{grid-template-columns:1fr}dd{margin-bottom:.5em}}
@media (prefers-color-scheme:dark){:root{--paper:${background.dark};--ink:${ink.dark};--muted:${muted.dark};--line:${grid.dark};--accent:${accent.dark};--panel:#161b22;--warn:#2a2110;--warn-line:#e0a040}
${recoloured()}}
@media print{nav,.downloads,#tip{display:none}body{font-size:10pt}figure,section.table{break-inside:avoid}.scroll{overflow:visible}}
`;
