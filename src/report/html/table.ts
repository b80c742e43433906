import type { ReportTable, TableCell, TableColumn } from '../model/report-table.ts';
import { isolated } from './direction.ts';
import { type Html, html } from './html.ts';

/** Rows up to which a table is shown without being asked. */
const mostOpen = 60;

/** A table whose columns sort on click; the reasons of empty cells are titles and readable by assistive technology. */
export function tableSection({ id, title, lead, columns, rows, notes = [], detail }: ReportTable): Html {
  const content = html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table data-sortable>
<thead><tr>${columns.map(header)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, index) => body(cell, columns[index], index))}</tr>\n`)}</tbody>
</table></div>`;
  const folded = html`<details><summary>${rows.length} rows</summary>${content}</details>`;
  return html`<section class="table" id="${id}">
<h3>${title}</h3>
<p>${lead}</p>
${rows.length > mostOpen || detail === true ? folded : content}${notes.map((note) => html`<p>${note}</p>`)}
</section>
`;
}

function header({ name, align, help }: TableColumn): Html {
  return html`<th scope="col" class="${align}" aria-sort="none" title="${help}"><button type="button">${name.replace(' %', '\u00a0%')}</button></th>`;
}

function body(cell: TableCell, column: TableColumn | undefined, index: number): Html {
  const tag = index === 0 ? html`th scope="row"` : html`td`;
  const end = index === 0 ? html`th` : html`td`;
  const kind = cell.sort === null ? ' absent' : '';
  const sort = cell.sort === null ? null : html` data-sort="${cell.sort}"`;
  const note = cell.note === null ? null : html` title="${cell.note}"`;
  return html`<${tag} class="${column?.align ?? 'left'}${kind}"${sort}${note}>${shown(cell.text)}</${end}>`;
}

/** A value's interval stands below it: tables of many columns stay narrow. */
function shown(text: string): Html {
  const [, value, interval] = /^(\S+) (\[.*\])$/.exec(text) ?? [];
  if (value !== undefined && interval !== undefined) return html`${value} <small>${interval}</small>`;
  const breakable = text
    .split('/')
    .map((part, index) => (index === 0 ? isolated(part) : html`/<wbr>${isolated(part)}`));
  return html`${breakable}`;
}
