import type { CodedRow } from './coded-rows.ts';
import { halfOf, ranking, tallyHalves } from './halves.ts';

/** The share of one value in the executions and in the predictions of one row, both in [0, 1]. */
interface SharePoint {
  readonly executed: number;
  readonly predicted: number;
}

/**
 * Returns a row's points. Values are ranked on the first half of the executions and their shares are taken from the
 * second: a value that was chosen for its frequency has too high a share in the executions that chose it.
 */
export function sharePoints(row: CodedRow): readonly SharePoint[] {
  const halves = tallyHalves(row, halfOf(row.executions.length));
  return ranking(halves.first, row.ranks).map((value) => ({
    executed: (halves.second[value] as number) / halves.seconds,
    predicted: (halves.predicted[value] as number) / row.predictions.length,
  }));
}
