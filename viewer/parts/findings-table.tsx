import { Link } from '@tanstack/react-router';
import { notesOn } from '../../src/report/tables/report-table.ts';
import { pageTable, verdictRows } from '../../src/report/tables/verdict-table.ts';
import { displayNames } from '../../src/results/display-names.ts';
import type { Finding } from '../../src/results/finding.ts';
import type { TableCell, TableColumn } from '../../src/results/page.ts';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { Scroll } from './scroll.tsx';
import { ModelName, Said, Sentence } from './text.tsx';
import { BeyondText, FitText } from './verdict-words.tsx';

/** Shows the main table of results, with a link to the items behind each score. */
export function FindingsTable({ findings }: { readonly findings: readonly Finding[] }) {
  const table = pageTable(findings);
  const { columns, rows, groups = [] } = table;
  const ordered = verdictRows(findings);
  let start = 0;
  const bodies = groups.map(({ title, rows: count }) => {
    const from = start;
    start += count;
    return { title, from, count };
  });
  return (
    <>
      <Scroll label="Table of findings">
        <table className="findings">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={classOf(column)} title={column.help}>
                  {column.name.replace(' %', '\u00a0%')}
                </th>
              ))}
              <th scope="col" className="left">
                items
              </th>
            </tr>
          </thead>
          {bodies.map(({ title, from, count }) => (
            <tbody key={title}>
              <tr className="task">
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {title}
                </th>
              </tr>
              {rows.slice(from, from + count).map((row, index) => {
                const finding = ordered[from + index] as Finding; // a row for each finding
                return <Row key={keyOf(finding)} finding={finding} columns={columns} row={row} />;
              })}
            </tbody>
          ))}
        </table>
      </Scroll>
      {notesOn(table).map((note) => (
        <p key={note} className="sub">
          <Sentence text={note} />
        </p>
      ))}
    </>
  );
}

interface RowProps {
  readonly finding: Finding;
  readonly columns: readonly TableColumn[];
  readonly row: readonly TableCell[];
}

function Row({ finding, columns, row }: RowProps) {
  const { run, experiment, model, fit, beyond } = finding;
  return (
    <tr className={fit === 'unreadable' ? 'few' : ''}>
      {row.map((cell, index) => {
        const column = columns[index];
        const name = column?.name ?? '';
        const note = cell.note === null ? undefined : escapeControls(cell.note);
        if (index === 0)
          return (
            <th key={name} scope="row" title={note}>
              <ModelName name={cell.text} />
            </th>
          );
        return (
          <td key={name} className={column === undefined ? '' : classOf(column)} title={note}>
            {name === displayNames.fit ? (
              <FitText fit={fit} beyond={beyond} text={cell.text} />
            ) : name === displayNames.beyond ? (
              <BeyondText finding={finding} />
            ) : (
              <Said text={cell.text} />
            )}
          </td>
        );
      })}
      <td className="left">
        <Link to="/runs/$run/items" params={{ run }} search={{ experiment, model, state: 'wrong' }}>
          wrong
        </Link>
      </td>
    </tr>
  );
}

/** Columns of a narrow window, which has room for a row of few. */
const narrowColumns: readonly string[] = [
  displayNames.model,
  displayNames.score,
  displayNames.fit,
  displayNames.beyond,
];

function classOf({ name, align }: TableColumn): string {
  return narrowColumns.includes(name) ? align : `${align} detail`;
}

function keyOf({ run, experiment, model, condition }: Finding): string {
  return JSON.stringify([run, experiment, model, condition]);
}
