import type { CalibrationSamples } from '../rows.ts';

/** One row's samples as whole numbers, equal numbers being equal values. */
export interface CodedRow {
  readonly group: string;
  readonly ranks: number;
  readonly predictions: readonly number[];
  readonly executions: readonly number[];
}

/** The share of one value in the executions and in the predictions of one row, both in [0, 1]. */
export interface SharePoint {
  readonly executed: number;
  readonly predicted: number;
  /** 1 for the value that is most frequent in the half of the executions that chooses. */
  readonly rank: number;
}

/** Replaces values by numbers, lower case on both sides; rows without predictions or with one execution are left out. */
export function codedRows(rows: readonly CalibrationSamples[], predictions?: number): readonly CodedRow[] {
  const codes = new Map<string, number>();
  const code = (value: string) => {
    const key = value.toLowerCase();
    const known = codes.get(key) ?? codes.size;
    codes.set(key, known);
    return known;
  };
  return rows.flatMap((row) => {
    const taken = predictions === undefined ? row.predictions : row.predictions.slice(0, predictions);
    if (taken.length === 0 || row.executions.length < 2 || taken.length < (predictions ?? 1)) return [];
    const ranks = row.binary ? 2 : 3;
    return [{ group: row.group, ranks, predictions: taken.map(code), executions: row.executions.map(code) }];
  });
}

/**
 * Returns a row's points. Values are ranked on the first half of the executions and their shares taken from the second:
 * the share of a value that was chosen for being frequent is too high in the executions that chose it.
 */
export function sharePoints({ ranks, predictions, executions }: CodedRow): readonly SharePoint[] {
  const half = Math.floor(executions.length / 2);
  return frequentValues(executions, half, ranks).map((value, place) => ({
    executed: shareOf(value, executions, half),
    predicted: shareOf(value, predictions, 0),
    rank: place + 1,
  }));
}

/** The most frequent values among the first `until`, at most `ranks`; of equally frequent ones the earlier first. */
function frequentValues(values: readonly number[], until: number, ranks: number): readonly number[] {
  const counts = new Map<number, number>();
  for (let place = 0; place < until; place += 1) {
    const value = values[place] as number;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, ranks)
    .map(([value]) => value);
}

function shareOf(value: number, values: readonly number[], from: number): number {
  let hits = 0;
  for (let place = from; place < values.length; place += 1) hits += Number(values[place] === value);
  return hits / (values.length - from);
}
