import { Fragment, useMemo, useState } from 'react';
import { flatTable, notesOn } from '../../src/report/tables/report-table.ts';
import type { ReportTable as Table } from '../../src/results/page.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { Scroll } from './scroll.tsx';
import { BreakableText, Said, Sentence } from './text.tsx';

type Cell = Table['rows'][number][number];
type Column = Table['columns'][number];

interface Sorting {
  readonly column: number;
  readonly descending: boolean;
}

/** Maximum rows of a table that is expanded initially. */
const maxOpen = 60;

interface ReportTableProps {
  readonly table: Table;
  /** The section around the table, whose heading and id the table does not repeat. */
  readonly under?: { readonly id: string; readonly title: string };
  /** Default: h3. */
  readonly heading?: 'h2' | 'h3';
}

/**
 * Shows a table of the report, sortable by column, with missing values last. A table without names of columns is not
 * sortable: its groups stand as headings between the rows.
 */
export function ReportTable({ table, under, heading: Heading = 'h3' }: ReportTableProps) {
  const hasNames = table.columns.some(({ name }) => name !== '');
  const { id, title, lead, columns, rows, groups, detail } = hasNames ? flatTable(table) : table;
  const headings = headingsOf(groups);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const sorted = useMemo(() => sortedRows(rows, sorting), [rows, sorting]);
  const content = (
    <Scroll label={title}>
      <table>
        <thead hidden={!hasNames}>
          <tr>
            {columns.map((column, index) => (
              <Header
                key={index}
                column={column}
                sorting={sorting?.column === index ? sorting : null}
                onSort={() =>
                  setSorting({ column: index, descending: sorting?.column === index && !sorting.descending })
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ row, place: position }) => (
            <Fragment key={position}>
              {headings.has(position) && (
                <tr>
                  <th scope="rowgroup" colSpan={columns.length}>
                    <Said text={headings.get(position) ?? ''} />
                  </th>
                </tr>
              )}
              <tr>
                {row.map((cell, index) => (
                  <Body key={index} cell={cell} column={columns[index]} isName={index === 0} />
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
  return (
    <section className="table" id={id === under?.id ? undefined : id}>
      {title !== under?.title && (
        <Heading>
          <Said text={title} />
        </Heading>
      )}
      <p className="sub">
        <Sentence text={lead} />
      </p>
      {rows.length > maxOpen || detail === true ? (
        <details>
          <summary>{rows.length} rows</summary>
          {content}
        </details>
      ) : (
        content
      )}
      {notesOn(table).map((note) => (
        <p key={note} className="sub">
          <Sentence text={note} />
        </p>
      ))}
    </section>
  );
}

function Header({
  column,
  sorting,
  onSort,
}: {
  readonly column: Column;
  readonly sorting: Sorting | null;
  readonly onSort: () => void;
}) {
  const direction = sorting === null ? 'none' : sorting.descending ? 'descending' : 'ascending';
  if (column.name === '') return <td />;
  return (
    <th scope="col" className={column.align} aria-sort={direction} title={column.help}>
      <button type="button" onClick={onSort}>
        <Said text={column.name.replace(' %', '\u00a0%')} />
      </button>
    </th>
  );
}

/** Returns the text with intervals that stay on one line. */
function unbrokenIntervals(text: string): string {
  return text.replaceAll(/\[[^\]]*\]/g, (interval) => interval.replaceAll(' ', '\u00a0'));
}

function Body({
  cell,
  column,
  isName,
}: {
  readonly cell: Cell;
  readonly column: Column | undefined;
  readonly isName: boolean;
}) {
  const className = `${column?.align ?? 'left'}${cell.sort === null ? ' absent' : ''}`;
  const content = <BreakableText text={unbrokenIntervals(cell.text)} />;
  const title = cell.note === null ? undefined : escapeControls(cell.note);
  return isName ? (
    <th scope="row" className={className} title={title}>
      {content}
    </th>
  ) : (
    <td className={className} title={title}>
      {content}
    </td>
  );
}

/** Returns the headings of groups by the position of the row below them. */
function headingsOf(groups: Table['groups']): ReadonlyMap<number, string> {
  const headings = new Map<number, string>();
  let start = 0;
  for (const { title, rows } of groups ?? []) {
    headings.set(start, title);
    start += rows;
  }
  return headings;
}

function sortedRows(rows: Table['rows'], sorting: Sorting | null) {
  const placed = rows.map((row, index) => ({ row, place: index }));
  if (sorting === null) return placed;
  const { column, descending } = sorting;
  const direction = descending ? -1 : 1;
  return placed.toSorted((a, b) => {
    const [first, second] = [a.row[column]?.sort ?? null, b.row[column]?.sort ?? null];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return direction * compare(first, second);
  });
}

function compare(a: number | string, b: number | string): number {
  const difference = Number(a) - Number(b);
  if (Number.isFinite(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}
