import { createHash } from 'node:crypto';
import { reasonText } from '../../outcome-kinds/words.ts';
import type { ReportSection, ReportTable, TableCell, TableColumn } from '../../results/page.ts';
import { listedLimits, type Results } from '../../results/results.ts';
import { escapeHtml } from '../../util/escape-controls.ts';
import { counted } from '../../util/numbers.ts';
import type { Figure } from '../figures/render/figure.ts';
import { bibtex } from '../methods/bibtex.ts';
import { notesOn } from '../tables/report-table.ts';
import { studySectionId } from '../tables/study-section.ts';
import { pageTables, verdictSectionId } from '../tables/verdict-table.ts';
import { htmlStyle } from './html-style.ts';
import { htmlSentence, htmlText } from './html-text.ts';
import type { ReportModel } from './report-model.ts';

/** Content of the page of a report. */
interface HtmlPage {
  readonly results: Results;
  readonly model: ReportModel;
  /** SVG of the drawn figures by name; those for narrow windows under the name with `-narrow` at its end. */
  readonly pictures: ReadonlyMap<string, string>;
  /** HTML of the first items (`HtmlItems`). */
  readonly items: string;
}

/** Maximum rows of a table that is open at first. */
const maxOpenRows = 60;
/** Rank from which columns are left out in narrow windows. */
const minDetailRank = 2;

/**
 * Returns the page of a report as HTML that needs no script and loads nothing: the answer with its table and figure, then
 * every section of the report, all figures and the first items.
 */
export function htmlPage({ results, model, pictures, items }: HtmlPage): string {
  const title = results.question === '' ? model.title : results.question;
  const figures = (all: readonly Figure[]) => all.map((figure) => figureHtml(figure, pictures)).join('\n');
  const [first] = model.figures;
  const withAnswer = first?.kind === 'drawn' ? [first] : [];
  const ofStudy = model.sections.find(({ id }) => id === studySectionId);
  const parts = withOwnIds([
    ...model.sections
      .filter(({ id }) => id !== studySectionId && id !== verdictSectionId)
      .map((section) => ({ id: section.id, title: section.title, html: sectionHtml(section) })),
    { id: 'figures', title: 'Figures', html: figures(model.figures.slice(withAnswer.length)) },
    { id: 'items', title: 'Items', html: items },
    { id: 'missing', title: 'Missing data', html: missingHtml(model) },
    { id: 'methods', title: 'Methods', html: list(model.methods) },
    { id: 'provenance', title: 'Provenance', html: provenanceHtml(model) },
    { id: 'cite', title: 'Cite', html: `<pre>${escapeHtml(bibtex)}</pre>` },
  ]);
  const policy = `default-src 'none'; style-src '${hashOf(htmlStyle)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header>
<h1>${htmlText(title)}</h1>
<p class="sub">${htmlText(model.subtitle)}</p>
</header>
<main>
${answerHtml(results, ofStudy, withAnswer.map((figure) => figureHtml(figure, pictures, true)).join('\n'))}
<nav aria-label="On this page"><ul>${parts.map(({ id, title: name }) => `<li><a href="#${escapeHtml(id)}">${htmlText(name)}</a></li>`).join('')}</ul></nav>
<p>${htmlText(model.whatIsMeasured)}</p>
${list(model.caveats)}
${parts.map(({ id, title: name, html }) => `<section id="${escapeHtml(id)}"><h2>${htmlText(name)}</h2>\n${html}\n</section>`).join('\n')}
</main>
</body>
</html>
`;
}

/** Numbers ids that occur again: a study and its runs can both have a section `ladder`. */
function withOwnIds<Part extends { readonly id: string }>(parts: readonly Part[]): readonly Part[] {
  const counts = new Map<string, number>();
  return parts.map((part) => {
    const count = (counts.get(part.id) ?? 0) + 1;
    counts.set(part.id, count);
    return count === 1 ? part : { ...part, id: `${part.id}-${count}` };
  });
}

/** Returns the answer, its figure, the tables that show it, what limits it and what to do next. */
function answerHtml(results: Results, ofStudy: ReportSection | undefined, figure: string): string {
  const { answer, next, selection, findings, study } = results;
  const tables = ofStudy?.tables ?? pageTables(findings);
  const noted = new Set(tables.flatMap(({ notes = [] }) => notes)); // a study's table has its limits
  const shown = listedLimits(results).filter((limit) => !noted.has(`- ${limit}`));
  return [
    `<p class="answer">${htmlSentence(answer)}</p>`,
    ...selection.unfinished.map((line) => `<p>${htmlSentence(line)}.</p>`),
    ...(study?.details ?? []).map((line) => `<p>${htmlSentence(line)}</p>`),
    figure,
    ...tables.map((table) => tableHtml(table, 'h2')),
    ...(shown.length === 0 ? [] : [`<h2>What limits this</h2>${list(shown)}`]),
    ...(study === undefined ? [] : [`<p>${htmlText(`The runs of this study alone: ${study.runsAnswer}`)}</p>`]),
    ...(study === undefined ? [] : pageTables(findings).map((table) => tableHtml(table, 'h2'))),
    ...(next.length === 0
      ? []
      : [
          '<h2>What to do next</h2><ul>',
          ...next.map(
            ({ command, about }) =>
              `<li>${command === null ? '' : `<code>${htmlText(command)}</code> `}${htmlText(about)}</li>`,
          ),
          '</ul>',
        ]),
  ].join('\n');
}

function sectionHtml({ lead, absence, tables }: ReportSection): string {
  return [
    ...(lead === null || lead === '' ? [] : [`<p>${htmlSentence(lead)}</p>`]),
    ...(absence === null ? [] : [`<p>Not measured here: ${htmlText(absence)}.</p>`]),
    ...tables.map((table) => tableHtml(table, 'h3')),
  ].join('\n');
}

/** Returns a table below its title; long tables and those that are asked for by name are closed at first. */
function tableHtml(table: ReportTable, heading: 'h2' | 'h3'): string {
  const { id, title, lead, columns, rows, detail } = table;
  const isClosed = detail === true || rows.length > maxOpenRows;
  const grid = `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table>
<thead><tr>${columns.map(headHtml).join('')}</tr></thead>
${bodiesHtml(table)}
</table></div>`;
  return [
    `<section class="table" id="table-${escapeHtml(id)}">`,
    ...(title === '' ? [] : [`<${heading}>${htmlText(title)}</${heading}>`]),
    ...(lead === '' ? [] : [`<p class="sub">${htmlSentence(lead)}</p>`]),
    isClosed ? `<details><summary>${counted(rows.length, 'row')}</summary>${grid}</details>` : grid,
    ...[...absences(rows), ...notesOn(table)].map((note) => `<p class="sub">${htmlSentence(note)}</p>`),
    '</section>',
  ].join('\n');
}

function headHtml(column: TableColumn): string {
  const { name, help } = column;
  if (name === '') return '<td></td>';
  return `<th scope="col" class="${classOf(column)}" title="${escapeHtml(help)}">${htmlText(name)}</th>`;
}

/** Returns the rows, in a body under the heading of each group where the table has groups. */
function bodiesHtml({ columns, rows, groups }: ReportTable): string {
  const rowHtml = (row: readonly TableCell[]) =>
    `<tr>${row.map((cell, index) => cellHtml(cell, columns[index], index === 0)).join('')}</tr>`;
  let start = 0;
  return (groups ?? [{ title: null, rows: rows.length }])
    .map(({ title, rows: count }) => {
      const own = rows.slice(start, start + count).map(rowHtml);
      start += count;
      const head =
        title === null ? [] : [`<tr><th scope="rowgroup" colspan="${columns.length}">${htmlText(title)}</th></tr>`];
      return `<tbody>\n${[...head, ...own].join('\n')}\n</tbody>`;
    })
    .join('\n');
}

/** Returns the classes of a column's cells; narrow windows have no room for `detail`. */
function classOf({ align, rank }: Pick<TableColumn, 'align' | 'rank'>): string {
  return rank >= minDetailRank ? `${align} detail` : align;
}

function cellHtml({ text: shown, sort, note }: TableCell, column: TableColumn | undefined, isName: boolean): string {
  const kind = `${classOf(column ?? { align: 'left', rank: 0 })}${sort === null ? ' absent' : ''}`;
  const title = note === null ? '' : ` title="${escapeHtml(note)}"`;
  return isName
    ? `<th scope="row"${title}>${htmlText(shown)}</th>`
    : `<td class="${kind}"${title}>${htmlText(shown)}</td>`;
}

/** Returns why cells are empty, each reason once: a phone and a printed page show no tooltips. */
function absences(rows: ReportTable['rows']): readonly string[] {
  const reasons = new Set(rows.flat().flatMap(({ sort, note }) => (sort === null && note !== null ? [note] : [])));
  return reasons.size === 0 ? [] : [`n/a: ${[...reasons].join('; ')}`];
}

/** `isFirst`: below the answer, so that its title, which is in the picture, would be said twice. */
function figureHtml(figure: Figure, pictures: ReadonlyMap<string, string>, isFirst = false): string {
  if (figure.kind === 'absent')
    return `<p class="sub">${htmlText(`${figure.title}: not drawn, ${figure.reason}.`)}</p>`;
  const { name, title, caption } = figure;
  const [wide = '', narrow] = [pictures.get(name), pictures.get(`${name}-narrow`)];
  const picture = (kind: string, svg: string) => `<div class="${kind}">${svg}</div>`;
  return [
    `<figure id="figure-${escapeHtml(name)}">`,
    narrow === undefined
      ? picture('picture', wide)
      : `${picture('picture wide', wide)}\n${picture('picture narrow', narrow)}`,
    `<figcaption>${isFirst ? '' : `<b>${htmlText(/[?.]$/.test(title) ? title : `${title}.`)}</b> `}${htmlSentence(caption)}</figcaption>`,
    '</figure>',
  ].join('\n');
}

function missingHtml({ missing }: ReportModel): string {
  if (missing.length === 0) return '<p>None: every unit has a usable prediction and outcome.</p>';
  const rows = missing.map(
    ({ experiment, reason, count, examples }) =>
      `<li>${htmlText(experiment)}, <b>${htmlText(reasonText(reason))}</b>: ${counted(count, 'unit')}${list(examples)}</li>`,
  );
  return `<ul>${rows.join('\n')}</ul>`;
}

function provenanceHtml({ provenance }: ReportModel): string {
  return provenance
    .map(
      ({ run, facts }) =>
        `<h3>Run ${htmlText(run)}</h3><dl>${facts.map(({ name, value }) => `<dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd>`).join('\n')}</dl>`,
    )
    .join('\n');
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${htmlSentence(line)}</li>`).join('\n')}</ul>`;
}

function hashOf(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
