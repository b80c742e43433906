import { Scroll } from './scroll.tsx';
import { Said } from './text.tsx';

type PlainCell =
  | string
  | {
      readonly text: string;
      readonly title?: string | undefined;
      /** Shade of the cell, from 0 to 1. */
      readonly share?: number | null | undefined;
    };

const shades = 8;

/** Shows a small table of texts; columns of numbers are right-aligned. */
export function PlainTable({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly PlainCell[])[];
}) {
  const isNumber = columns.map((_, index) => rows.every((row) => /^([−\d]|n\/a)/.test(textOf(row[index]))));
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th key={name} scope="col" className={isNumber[index] ? 'right' : 'left'}>
                <Said text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((cell, index) => (
                <Cell key={columns[index]} cell={cell} isName={index === 0} isRight={isNumber[index] === true} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function textOf(cell: PlainCell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.text ?? '');
}

function Cell({
  cell,
  isName,
  isRight,
}: {
  readonly cell: PlainCell;
  readonly isName: boolean;
  readonly isRight: boolean;
}) {
  const { title, share = null } = typeof cell === 'string' ? {} : cell;
  const [, value, interval] = /^(\S+) (\[.*\])$/.exec(textOf(cell)) ?? [];
  const content =
    value !== undefined && interval !== undefined ? (
      <>
        {value} <small>{interval}</small>
      </>
    ) : (
      <Said text={textOf(cell)} />
    );
  const shade = share === null ? '' : ` shade-${Math.round(Math.max(0, Math.min(1, share)) * shades)}`;
  if (isName) {
    return (
      <th scope="row" title={title}>
        {content}
      </th>
    );
  }
  return (
    <td className={`${isRight ? 'right' : 'left'}${shade}`} title={title}>
      {content}
    </td>
  );
}
