import type { TaskName } from '../../experiments/task-name.ts';
import type { ScorePair } from '../../results/comparison.ts';
import type { ReportTable } from '../../results/page.ts';
import { oneLine } from '../../util/text.ts';
import { intervalCell } from './quantity-cell.ts';
import { absentCell, filled, maxNameWidth, numberCell, right } from './report-table.ts';
import { taskColumn } from './task-column.ts';

/** Returns the table behind the figure of both scores: a row per experiment, a column per side. */
export function sideScoresTable(
  scores: readonly ScorePair[],
  { a, b }: { readonly a: string; readonly b: string },
  taskOf: TaskName,
): ReportTable {
  const cell = (value: number | null, interval: readonly [number, number] | null) =>
    value === null
      ? absentCell('no unit that both have a score for')
      : intervalCell(value, interval, { unit: 'share' });
  return {
    id: 'both-scores-table',
    title: 'Both scores',
    lead: 'Share of executions that the prediction matches, over the units that both have, with 95 % intervals.',
    ...filled(scores, [
      taskColumn(taskOf, ({ experiment }) => experiment),
      right(oneLine(a, maxNameWidth), `Score of ${a}.`, ({ a: value, intervalA }) => cell(value, intervalA)),
      right(oneLine(b, maxNameWidth), `Score of ${b}.`, ({ b: value, intervalB }) => cell(value, intervalB)),
      right('n', 'Number of units in the scores.', ({ units }) => numberCell(units, String(units))),
    ]),
  };
}
