import { createHash } from 'node:crypto';
import { bibtex } from '../facts/bibtex.ts';
import { whatIsMeasured } from '../facts/caveats.ts';
import type { MissingRow } from '../facts/missing-data.ts';
import type { RunFacts } from '../facts/provenance-facts.ts';
import type { ReportModel } from '../model/report-model.ts';
import type { ReportSection } from '../model/report-table.ts';
import { offerDownloads } from './client/offer-downloads.ts';
import { showTips } from './client/show-tips.ts';
import { sortTables } from './client/sort-tables.ts';
import { isolated } from './direction.ts';
import { absentFigures, type DrawnFigure, figureSection } from './figures.ts';
import { type Html, html, trusted } from './html.ts';
import { style } from './style.ts';
import { tableSection } from './table.ts';

/** The report as one page that needs nothing else, and that the browser lets fetch nothing. */
export function htmlPage(content: ReportModel, drawn: readonly DrawnFigure[]): string {
  const script = [sortTables, showTips, offerDownloads].map((run) => `(${run.toString()})();`).join('\n');
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${content.title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${top(content)}
<main>
${content.sections.filter(({ id }) => id === 'scores').map(section)}
<section id="figures"><h2>Figures</h2>
<p class="sub">Point at a mark for its numbers. Each figure can be saved as SVG, or as a Vega-Lite specification with its data.</p>
${drawn.map(figureSection)}${absentFigures(content.figures)}</section>
${content.sections.filter(({ id }) => id !== 'scores').map(section)}
${missingData(content.missing)}
${methods(content)}
${provenance(content.provenance)}
<section id="cite"><h2>Cite</h2><pre>${bibtex}</pre></section>
</main>
<footer>Beside this page: report.md, estimates.csv, estimates.json, conditions.csv and judges.csv (where there are any), outcomes.jsonl, table.tex, figures/ and Inspect logs in inspect/.</footer>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.markup;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function top({ title, subtitle, caveats, sections }: ReportModel): Html {
  const links: readonly (readonly [id: string, name: string])[] = [
    ['scores', 'Scores'],
    ['figures', 'Figures'],
    ...sections.filter(({ id }) => id !== 'scores').map(({ id, title: name }) => [id, name] as const),
    ['missing', 'Missing data'],
    ['methods', 'Methods'],
    ['provenance', 'Provenance'],
    ['cite', 'Cite'],
  ];
  return html`<header>
<h1>${title}</h1>
<p class="sub">${subtitle}</p>
<p>${whatIsMeasured}</p>
<div class="honesty" role="note"><ul>${caveats.map((line) => html`<li>${line}</li>\n`)}</ul></div>
</header>
<nav aria-label="Sections"><ul>${links.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>\n`)}</ul></nav>`;
}

function section({ id, title, lead, absence, tables }: ReportSection): Html {
  return html`<section id="${id}"><h2>${title}</h2>
${lead === null ? null : html`<p>${lead}</p>`}${absence === null ? null : html`<p>n/a: ${absence}.</p>`}${tables.map(tableSection)}</section>`;
}

function missingData(rows: readonly MissingRow[]): Html {
  const row = ({ experiment, reason, count, examples }: MissingRow) =>
    html`<li>${experiment}, <b>${reason}</b>: ${count} ${count === 1 ? 'unit' : 'units'}<ul>${examples.map((example) => html`<li>${isolated(example)}</li>`)}</ul></li>\n`;
  return html`<section id="missing" class="methods"><h2>Missing data</h2>
${rows.length === 0 ? html`<p>None: every unit has a usable prediction and outcome.</p>` : html`<details><summary>${rows.reduce((sum, { count }) => sum + count, 0)} units, for ${rows.length} reasons, with examples</summary><ul>${rows.map(row)}</ul></details>`}</section>`;
}

function methods({ methods: lines }: ReportModel): Html {
  return html`<section id="methods" class="methods"><h2>Methods</h2>
<ul>${lines.map((line) => html`<li>${line}</li>\n`)}</ul></section>`;
}

function provenance(runs: readonly RunFacts[]): Html {
  const facts = ({ run, facts: all }: RunFacts) =>
    html`<h3>Run ${run}</h3><dl>${all.map(({ name, value }) => html`<dt>${name}</dt><dd>${isolated(value)}</dd>\n`)}</dl>\n`;
  return html`<section id="provenance"><h2>Provenance</h2>
${runs.length === 0 ? html`<p>n/a: no run is described.</p>` : runs.map(facts)}</section>`;
}
