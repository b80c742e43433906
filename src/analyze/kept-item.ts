import type { ScoredItem } from '../answers/outcomes/outcome-rows.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';

/** What analysis needs of one item for one subject under one condition. */
export interface ItemOutcomes extends Pick<ScoredItem, 'rows' | 'control' | 'predictions'> {
  readonly title: string;
}

/** Where an item stands. */
type Place = Omit<OutcomeRow, 'reader' | 'outcome'>;

/** An outcome at the place of its item, or, at another one, the whole row. */
type KeptRow = Pick<OutcomeRow, 'reader' | 'outcome'> | OutcomeRow;

/** Outcomes of an item as they are kept: the place, which is most of a row, stands once. Null without a row. */
interface KeptItem {
  readonly title: string;
  readonly place: Place | null;
  readonly rows: readonly KeptRow[];
  readonly control: readonly KeptRow[];
  readonly predictions: readonly { readonly predictor: string; readonly row: KeptRow }[];
}

/** Returns the line by which outcomes of an item are kept: equal for equal outcomes, whose rows share the object of their stratum. */
export function lineOf({ title, rows, control, predictions }: ItemOutcomes): string {
  const first = rows[0] ?? control[0] ?? predictions[0]?.row;
  const place = first === undefined ? null : placeOf(first);
  const kept = (row: OutcomeRow) => keptRow(row, place);
  return JSON.stringify({
    ...{ title, place, rows: rows.map(kept), control: control.map(kept) },
    predictions: predictions.map(({ predictor, row }) => ({ predictor, row: kept(row) })),
  } satisfies KeptItem);
}

/** Reads a line that `lineOf` wrote in this version. */
export function itemOfLine(line: string): ItemOutcomes {
  const { title, place, rows, control, predictions } = JSON.parse(line) as KeptItem; // its hash was compared
  const whole = (row: KeptRow): OutcomeRow => ('run' in row ? row : { ...(place as Place), ...row }); // a kept row has a place
  return {
    ...{ title, rows: rows.map(whole), control: control.map(whole) },
    predictions: predictions.map(({ predictor, row }) => ({ predictor, row: whole(row) })),
  };
}

function placeOf({ reader, outcome, ...place }: OutcomeRow): Place {
  return place;
}

function keptRow(row: OutcomeRow, place: Place | null): KeptRow {
  if (place === null) return row;
  let fields = 0;
  for (const name in place) {
    if (row[name as keyof Place] !== place[name as keyof Place]) return row;
    fields += 1;
  }
  const { reader, outcome } = row;
  return Object.keys(row).length === fields + 2 ? { reader, outcome } : row;
}
