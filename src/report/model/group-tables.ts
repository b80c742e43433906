import type { GroupAccuracy } from '../../analyze/categorical/categorical-points.ts';
import { oneLine } from '../../util/text.ts';
import { slug } from '../figures/render/slug.ts';
import {
  absentCell,
  left,
  maxNameWidth,
  numberCell,
  type ReportTable,
  right,
  shareCell,
  type TableCell,
  textCell,
} from './report-table.ts';

/** Returns a table of accuracies by group of task and property for each experiment that has such groups. */
export function groupTables(groups: readonly GroupAccuracy[]): readonly ReportTable[] {
  return [...Map.groupBy(groups, ({ experiment }) => experiment)].map(([experiment, own]) => ({
    id: `groups-${slug(experiment)}`,
    title: `${experiment}: accuracy by task and property`,
    lead: 'Absent predictions count as wrong. A group is in the macro average if at least 20 of its rows have a truth and its most frequent value has at most 95 % of them.',
    columns: [
      left('model', 'Name of the model.'),
      left('group', 'Task and property.'),
      right('n', 'Units with a truth.'),
      right('accuracy', 'Share of predictions that equal the truth.'),
      right('mode', 'Accuracy of the most frequent value of the other strings.'),
      right('item rule', 'Accuracy of a rule that sees the string but not the model.'),
      right('re-execution', 'Accuracy of one execution as the prediction of the others.'),
      right('entropy', 'Entropy of the true values, in bits.'),
      left('in macro', 'Whether the group is in the macro average.'),
    ],
    rows: own.map(rowOf),
  }));
}

function rowOf(entry: GroupAccuracy): readonly TableCell[] {
  return [
    textCell(oneLine(entry.model, maxNameWidth), oneLine(entry.condition, maxNameWidth)),
    textCell(oneLine(entry.group, maxNameWidth)),
    numberCell(entry.n, String(entry.n)),
    shareCell(entry.accuracy, 'the model makes no predictions'),
    shareCell(entry.mode, 'no other strings'),
    shareCell(entry.item_rule, 'no other strings'),
    shareCell(entry.re_execution, 'needs two executions (run with --samples 2 or more)'),
    entry.entropy === null ? absentCell('no values') : numberCell(entry.entropy, entry.entropy.toFixed(2)),
    textCell(entry.in_macro ? 'yes' : 'no'),
  ];
}
