import type { CalibrationSamples } from '../rows.ts';

/** One row's samples as whole numbers: the place of the value among the row's values in alphabetical order. */
export interface CodedRow {
  /** Number of values that are compared at most. */
  readonly ranks: number;
  readonly values: number;
  readonly predictions: readonly number[];
  readonly executions: readonly number[];
}

/** Replaces values by numbers, lower case on both sides; rows without predictions or with one execution are left out. */
export function codedRows(rows: readonly CalibrationSamples[], predictions?: number): readonly CodedRow[] {
  return rows.flatMap((row) => {
    const taken = predictions === undefined ? row.predictions : row.predictions.slice(0, predictions);
    if (taken.length === 0 || row.executions.length < 2 || taken.length < (predictions ?? 1)) return [];
    const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());
    const [said, done] = [lower(taken), lower(row.executions)];
    const codes = new Map([...new Set([...said, ...done])].sort().map((value, code) => [value, code]));
    const code = (value: string) => codes.get(value) as number;
    const coded = { predictions: said.map(code), executions: done.map(code) };
    return [{ ranks: row.binary ? 2 : 3, values: codes.size, ...coded }];
  });
}
