import { oneLine } from '../../util/text.ts';
import { type Column, left, maxNameWidth, textCell } from './report-table.ts';

interface InCondition {
  readonly experiment: string;
  readonly condition: string;
}

/** Returns the column that names each row's condition; none where every experiment of the rows has one condition. */
export function conditionColumns<Row>(rows: readonly Row[], read: (row: Row) => InCondition): readonly Column<Row>[] {
  const places = rows.map(read);
  const conditions = new Set(places.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  if (conditions.size === new Set(places.map(({ experiment }) => experiment)).size) return [];
  return [
    left('condition', 'Wording and other settings of the prediction prompt.', (row) =>
      textCell(oneLine(read(row).condition, maxNameWidth)),
    ),
  ];
}
