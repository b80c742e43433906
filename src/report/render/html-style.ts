import { themed } from '../figures/render/theme.ts';

/** Windows up to this width show figures with their panels below each other. */
const narrowest = '700px';

/** Shows figures, which are drawn in the light theme, in the colors of the dark theme. */
const darkFigures = Object.values(themed)
  .flatMap(({ light, dark }) => [
    `.picture svg [fill="${light}"]{fill:${dark}}`,
    `.picture svg [stroke="${light}"]{stroke:${dark}}`,
  ])
  .join('\n');

/** Style sheet of the page of a report. */
export const htmlStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --muted: #59636e; --line: #dde2e7; --accent: #0b62a6; --panel: #f5f7f9;
  --right: #0b62a6; --wrong: #b04a00;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 1200px; padding: 1rem 20px 4rem; background: var(--paper); color: var(--ink);
  font: 16px / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: break-word;
}
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 0.5rem; padding-top: 0.6rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.4rem 0 0.3rem; }
h4 { font-size: 0.95rem; margin: 1rem 0 0.3rem; }
p { margin: 0.4rem 0; max-width: 75ch; }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875em; }
.answer { font-size: 1.2rem; font-weight: 600; }
.sub { color: var(--muted); font-size: 0.875rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; padding: 0; list-style: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.5rem 0; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
th, td { padding: 0.25rem 0.9rem 0.25rem 0; text-align: left; vertical-align: top; font-weight: 400; }
thead th { border-bottom: 1px solid var(--ink); font-weight: 600; vertical-align: bottom; }
tbody th[colspan] { font-weight: 600; padding-top: 0.6rem; }
td.right, th.right { text-align: right; }
td.right { white-space: nowrap; }
.absent { color: var(--muted); }
summary { cursor: pointer; }
summary h3 { display: inline; }
details.part { margin: 0.6rem 0; }
details.item { margin: 0.2rem 0 0.2rem 1rem; }
details.item[open] { border-left: 3px solid var(--line); padding-left: 0.8rem; margin-bottom: 1rem; }
b.right { color: var(--right); }
b.wrong { color: var(--wrong); }
b.missing, b.mixed, b.graded { color: var(--muted); }
.said { margin: 0.3rem 0; padding: 0.4rem 0.7rem; background: var(--panel); border-left: 3px solid var(--line); }
.said.answer { border-color: var(--accent); font-size: 1rem; font-weight: 400; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
figure { margin: 1.5rem 0; }
.picture svg { max-width: 100%; height: auto; }
.narrow { display: none; }
figcaption { color: var(--muted); font-size: 0.875rem; max-width: 75ch; }
figcaption b { color: var(--ink); }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); gap: 0.15rem 1rem; margin: 0.3rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
dt { color: var(--muted); }
@media (max-width: ${narrowest}) {
  .picture.narrow { display: block; }
  .picture.wide { display: none; }
  body { padding: 0.5rem 14px 3rem; }
  dl { grid-template-columns: minmax(0, 1fr); }
  th, td { padding-right: 0.35rem; }
  table { font-size: 0.75rem; }
  .detail { display: none; }
}
@media print { details > *:not(summary) { display: revert; } }
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --muted: #9198a1; --line: #2c333b; --accent: #58b0ec; --panel: #161b22;
    --right: #58b0ec; --wrong: #f0883e;
  }
${darkFigures}
}
`;
