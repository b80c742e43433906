import stringWidth from 'string-width';
import { distinctTexts } from './distinct-texts.ts';
import { fit } from './look-parts.ts';

/** A model and the mark of its verdict on each task, in the order of the tasks. */
interface PackedRow {
  readonly name: string;
  readonly marks: readonly string[];
}

const maxColumns = 3;
const keptNameWidth = 18;
const minNameWidth = 8;
const between = '   ';

/** Returns rows beside each other in as many columns as have room for names; to be read downward. */
export function packedRows(rows: readonly PackedRow[], width: number): readonly string[] {
  const tasks = Math.max(0, ...rows.map(({ marks }) => marks.length));
  const widths = Array.from({ length: tasks }, (_, task) =>
    Math.max(1, ...rows.map(({ marks }) => stringWidth(marks[task] ?? ''))),
  );
  const marksWidth = widths.reduce((total, each) => total + each + 1, 1);
  const natural = Math.max(0, ...rows.map(({ name }) => stringWidth(name)));
  const room = (columns: number) => Math.floor((width - (columns - 1) * between.length) / columns) - marksWidth;
  const columns = [maxColumns, 2].find((count) => room(count) >= Math.min(natural, keptNameWidth)) ?? 1;
  const nameWidth = Math.max(minNameWidth, Math.min(natural, room(columns)));
  const shorten = distinctTexts(rows.map(({ name }) => name));
  const cells = rows.map(({ name, marks }) =>
    [fit(shorten(name, nameWidth), nameWidth + 1), ...widths.map((each, task) => fit(marks[task] ?? '', each))].join(
      ' ',
    ),
  );
  const height = Math.ceil(cells.length / columns);
  return Array.from({ length: height }, (_, line) =>
    Array.from({ length: columns }, (_each, column) => cells[column * height + line] ?? '')
      .join(between)
      .trimEnd(),
  );
}
