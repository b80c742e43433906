import type { WordingChoice } from '../../domain/results/finding.ts';
import type { Results } from '../../domain/results/results.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { measureName } from '../../measures/measure-name.ts';
import { oneLine } from '../../util/text.ts';
import { intervalText, numberText } from '../figures/marks/number-text.ts';
import {
  absentCell,
  filled,
  left,
  maxNameWidth,
  numberCell,
  type ReportSection,
  right,
  textCell,
} from './report-table.ts';
import { taskColumn } from './task-column.ts';

/** Returns the section about chosen wordings; null where no run has several. */
export function wordingSection({ wordings = [] }: Pick<Results, 'wordings'>, taskOf: TaskName): ReportSection | null {
  if (wordings.length === 0) return null;
  return {
    id: 'wordings',
    title: 'Does a better wording help?',
    lead: 'For each model, the wording with the best score on one half of the items was scored on the other half, and the halves were exchanged. Secondary: no verdict changes, and the intervals are not adjusted for their number.',
    absence: null,
    tables: [
      {
        id: 'wording-choices',
        title: 'Chosen wordings',
        lead: 'The difference is positive where the chosen wordings are better than the default. There is no interval where fewer than 15 groups of items differ.',
        ...filled(wordings, [
          taskColumn<WordingChoice>(taskOf, ({ experiment }) => experiment),
          left('model', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
          left('measure', 'See docs/statistics.md for formulas.', ({ measure }) => textCell(measureName(measure)), 2),
          left('chosen', 'The best wording on each half, which is scored on the other.', ({ chosen }) =>
            textCell([...new Set(chosen)].join(', ')),
          ),
          right('score', 'Score with the chosen wordings.', (each) => valueCell(each, each.score)),
          right('default wording', 'Score with the default wording on the same items.', (each) =>
            valueCell(each, each.usualScore),
          ),
          right(
            'chosen − default [95 %]',
            'By how much the chosen wordings are better, paired by group of items.',
            (each) =>
              each.gain === null
                ? absentCell('no usable items')
                : numberCell(
                    each.gain,
                    `${numberText(each.gain, each.unit)} ${each.interval === null ? '' : intervalText(each.interval, each.unit)}`.trim(),
                  ),
          ),
          right(
            'groups',
            'Groups of items that every wording has.',
            ({ clusters }) => numberCell(clusters, String(clusters)),
            1,
          ),
        ]),
      },
    ],
  };
}

function valueCell({ unit }: WordingChoice, value: number | null) {
  return value === null ? absentCell('no usable items') : numberCell(value, numberText(value, unit));
}
