import type { GroupAccuracy } from '../../analyze/categorical/group-accuracy.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import type { ReportTable } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import { oneLine } from '../../util/text.ts';
import { slug } from '../figures/render/slug.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  right,
  shareCell,
  textCell,
} from './report-table.ts';

/** Returns a table of accuracies by group of task and property for each experiment that has such groups. */
export function groupTables(groups: readonly GroupAccuracy[], taskOf: TaskName): readonly ReportTable[] {
  return [...Map.groupBy(groups, ({ experiment }) => experiment)].map(([experiment, own]) => ({
    id: `groups-${slug(experiment)}`,
    title: `${taskOf(experiment)}: accuracy by task and property`,
    lead: 'Absent predictions count as wrong. A group is in the macro average if at least 20 of its rows have a truth and its most frequent value has at most 95 % of them.',
    ...filled(own, columns),
  }));
}

const columns: readonly Column<GroupAccuracy>[] = [
  left('model', 'Name of the model.', ({ model, condition }) =>
    textCell(oneLine(model, maxNameWidth), oneLine(condition, maxNameWidth)),
  ),
  left('group', 'Task and property.', ({ group }) => textCell(oneLine(group, maxNameWidth))),
  right('n', 'Units with a truth.', ({ n }) => numberCell(n, String(n))),
  right('accuracy', 'Share of predictions that equal the truth.', ({ accuracy }) =>
    shareCell(accuracy, 'the model makes no predictions'),
  ),
  right(resultWords.baseRate, 'Accuracy of the most frequent value of the other strings.', ({ mode }) =>
    shareCell(mode, 'no other strings'),
  ),
  right('item rule', 'Accuracy of a rule that sees the string but not the model.', (entry) =>
    shareCell(entry.itemRule, 'no other strings'),
  ),
  right('re-execution', 'Accuracy of one execution as the prediction of the others.', (entry) =>
    shareCell(entry.reexecution, 'needs three executions, two of them equal (run with --samples 3 or more)'),
  ),
  right('entropy', 'Entropy of the true values, in bits.', ({ entropy }) =>
    entropy === null ? absentCell('no values') : numberCell(entropy, entropy.toFixed(2)),
  ),
  left('in macro', 'Whether the group is in the macro average.', (entry) => textCell(entry.inMacro ? 'yes' : 'no')),
];
