import { experimentRegistry } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import { quantityCell } from '../../report/tables/quantity-cell.ts';
import { absentCell, filled, left, numberCell, pCell, percentCell, right } from '../../report/tables/report-table.ts';
import { taskColumn } from '../../report/tables/task-column.ts';
import { displayNames } from '../../results/display-names.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { StudyResult } from '../../results/study-result.ts';
import { percentText, pointsText } from '../../util/numbers.ts';
import { fewestTrainings } from '../analyses/pair-estimates.ts';
import type { StudyNames } from './study-cells.ts';

type Effect = StudyResult['transfer'][number];

const taskOf = taskNames(experimentRegistry());

/** Below this share of usable outcomes, a model cannot do the task of an experiment. */
const minUsable = 0.5;

/** Returns the effect of training on experiments that no arm was trained on; null where not measured. */
export function transferTable({ transfer }: StudyResult, names: StudyNames): ReportTable | null {
  if (transfer.length === 0) return null;
  const change = (value: number | null) =>
    value === null ? absentCell('not measured') : numberCell(value, pointsText(value));
  const constant = (name: string, arm: keyof Effect['constant'], rank: number) =>
    right<Effect>(
      name,
      'Score of the best constant answer on the items of the score before it, chosen for these items.',
      (effect) => percentCell(effect.constant[arm].value, effect.constant[arm].missing ?? 'not measured'),
      rank,
    );
  return {
    id: 'transfer',
    title: 'Transfer to other tasks',
    lead: 'Scores of single items in tasks that no arm was trained on; missing predictions count as wrong. Each score has the best constant answer on the same items beside it. Ability and refusals: change from before training to after it.',
    ...filled(transfer, [
      taskColumn(taskOf, ({ experiment }) => experiment),
      left('model', 'The trained model.', ({ base }) => names.cell(base)),
      right('untrained [95 %]', 'Score before training.', ({ untrained }) => quantityCell(untrained, 'share'), 2),
      constant('best constant, untrained', 'untrained', 2),
      right('self [95 %]', 'Score after training on its own answers.', ({ self }) => quantityCell(self, 'share')),
      constant(displayNames.bestConstant, 'self', 0),
      right(
        'scramble [95 %]',
        'Score after training on permuted answers.',
        ({ scramble }) => quantityCell(scramble, 'share'),
        2,
      ),
      constant('best constant, scramble', 'scramble', 2),
      right('self − scramble [95 %]', 'Self minus scramble, in points, paired by item.', ({ effect }) =>
        quantityCell(effect.quantity, 'difference'),
      ),
      right(
        'adjusted p',
        'p, adjusted over tasks and models; a better format alone is not an effect.',
        ({ effect }) => pCell(effect.adjusted),
        1,
      ),
      right(
        'ability',
        'Change of the share of right answers by training, in points.',
        ({ drift }) => change(drift.ability),
        3,
      ),
      right(
        'refusals',
        'Change of the share of refusals by training, in points.',
        ({ drift }) => change(drift.refused),
        3,
      ),
      right(
        'usable',
        'Share of outcomes that can be scored, of the arm with fewer.',
        ({ usable }) => percentCell(usable, 'no shared items'),
        2,
      ),
    ]),
    notes: failedTasks(transfer, names),
  };
}

/** Returns in words where a row has no test, or shows no self-knowledge that could transfer: too few outcomes, or no more than a constant. */
function failedTasks(transfer: readonly Effect[], names: StudyNames): readonly string[] {
  const hasFew = ({ usable }: Effect) => usable !== null && usable < minUsable;
  const named = ({ experiment, base }: Effect) => `${names.label(base)} in “${taskOf(experiment)}”`;
  const below = (arm: 'untrained' | 'self', effects: readonly Effect[], when: string) => {
    const list = effects
      .filter(({ gain }) => isNotAbove(gain[arm]))
      .map((effect) => `${named(effect)} (${shareText(effect[arm])} against ${shareText(effect.constant[arm])})`);
    return list.length === 0 ? [] : [`${when}, not shown to be above the best constant answer: ${list.join(', ')}.`];
  };
  const failed = transfer.filter(hasFew).map(named).join(', ');
  const few = transfer.filter(({ trainings }) => trainings > 0 && trainings < fewestTrainings);
  return [
    ...(few.length === 0
      ? []
      : [
          `Not tested, because an arm was trained fewer than three times: ${few.map(named).join(', ')}. These rows compare copies; three trainings of each arm (self and scramble) would tell.`,
        ]),
    ...below('untrained', transfer, 'Before training'),
    ...below(
      'self',
      transfer.filter((effect) => !hasFew(effect)),
      'After training on own answers',
    ),
    ...(failed === ''
      ? []
      : [
          `Fewer than half of the outcomes can be scored after training: ${failed}. Such a model fails at the task, so this row does not measure transfer.`,
        ]),
  ];
}

function shareText({ value }: Quantity): string {
  return value === null ? 'n/a' : percentText(value);
}

/** Returns whether a score was compared with its constant and is not above it; false where the interval is missing. */
function isNotAbove({ value, interval }: Quantity): boolean {
  return value !== null && (value <= 0 || (interval !== null && interval[0] <= 0));
}
