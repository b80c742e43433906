import type { TaskName } from '../../experiments/task-name.ts';
import { displayNames } from '../../results/display-names.ts';
import { oneLine } from '../../util/text.ts';
import { type Column, left, maxNameWidth, textCell } from './report-table.ts';

/** Returns the column with the task of each row. Its note is the experiment, as commands take it. */
export function taskColumn<Row>(taskOf: TaskName, experimentOf: (row: Row) => string): Column<Row> {
  return left(displayNames.task, 'What is predicted.', (row) => {
    const experiment = experimentOf(row);
    return textCell(oneLine(taskOf(experiment), maxNameWidth), oneLine(`experiment ${experiment}`, maxNameWidth));
  });
}
