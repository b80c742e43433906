import type { EnsembleFinding } from '../../domain/results/finding.ts';
import type { Results } from '../../domain/results/results.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { fixed, fraction, fractionRange } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { conditionColumns } from './condition-column.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  type ReportSection,
  right,
  shareCell,
  textCell,
} from './report-table.ts';
import { taskColumn } from './task-column.ts';

/** Returns the section about ensembles of predictors; null where models did not predict each other. */
export function ensembleSection(
  { ensembles = [] }: Pick<Results, 'ensembles'>,
  taskOf: TaskName,
): ReportSection | null {
  if (ensembles.length === 0) return null;
  const points = ensembles.flatMap(({ curve, ...line }) => curve.map((point) => ({ line, point })));
  return {
    id: 'ensembles',
    title: 'Models predicting together',
    lead: 'Predictions of one model by several others, combined, against the same with the model’s own prediction in place of one of theirs. These tests are secondary: they are adjusted among themselves and change no verdict.',
    absence: null,
    tables: [
      {
        id: 'ensembles',
        title: 'Does the model’s own prediction help?',
        lead: 'Shares of right predictions; both ensembles have the same number of members.',
        ...filled(ensembles, [
          ...names(ensembles, (line) => line, taskOf),
          left('combined by', 'Vote, mean probability, or a cross-fitted logistic regression.', ({ combination }) =>
            textCell(combination),
          ),
          right('members', 'Number of members.', ({ members }) => numberCell(members, String(members))),
          right('without it', 'All others together.', ({ without }) => shareCell(without, 'no units')),
          right('with it', 'The model itself in place of one of the others.', ({ withTarget }) =>
            shareCell(withTarget, 'no units'),
          ),
          right('difference', 'With it minus without it, with its 95 % interval, paired by group of items.', (line) =>
            line.difference === null
              ? absentCell('no units')
              : numberCell(
                  line.difference,
                  `${fraction(line.difference)} ${line.interval === null ? '' : fractionRange(line.interval)}`.trim(),
                ),
          ),
          right('p (Holm)', 'p adjusted (Holm) over all lines about ensembles.', ({ adjustedP }) =>
            adjustedP === null ? absentCell('not tested') : numberCell(adjustedP, fixed(adjustedP, 3)),
          ),
        ]),
      },
      {
        id: 'ensemble-curve',
        title: 'Votes by number of members',
        lead: 'Mean share of right votes over ensembles of this size.',
        detail: true,
        ...filled(points, [
          ...names(points, ({ line }) => line, taskOf),
          right('members', 'Number of members.', ({ point }) => numberCell(point.members, String(point.members))),
          right('without it', 'Others only.', ({ point }) => shareCell(point.without, 'no units')),
          right('with it', 'The model itself is one of them.', ({ point }) => shareCell(point.withTarget, 'no units')),
        ]),
      },
    ],
  };
}

function names<Row>(
  rows: readonly Row[],
  lineOf: (row: Row) => Pick<EnsembleFinding, 'experiment' | 'condition' | 'model'>,
  taskOf: TaskName,
): readonly Column<Row>[] {
  return [
    taskColumn(taskOf, (row) => lineOf(row).experiment),
    ...conditionColumns(rows, lineOf),
    left('model', 'The model that is predicted.', (row) => textCell(oneLine(lineOf(row).model, maxNameWidth))),
  ];
}
