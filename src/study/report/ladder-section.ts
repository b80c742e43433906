import { ladderFigure } from '../../report/figures/ladder-figure.ts';
import type { Figure } from '../../report/figures/render/figure.ts';
import { ladderLead, ladderTables } from '../../report/tables/ladder-tables.ts';
import { quantityCell } from '../../report/tables/quantity-cell.ts';
import { absentCell, filled, left, percentCell, right, textCell } from '../../report/tables/report-table.ts';
import { displayNames } from '../../results/display-names.ts';
import type { RungScore } from '../../results/ladder.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { StudyResult } from '../../results/study-result.ts';
import type { StudyNames } from './study-cells.ts';

type Curve = StudyResult['ladder'][number];

/** Returns the tables of the ladder, which no arm was trained on; empty where not measured. */
export function ladderStudyTables({ ladder }: StudyResult, names: StudyNames): readonly ReportTable[] {
  const [slopes, rungs] = ladderTables<Curve>(ladder, {
    columns: [
      left('about', 'The model whose answers are predicted.', ({ target }) => names.cell(target)),
      left('predicted by', 'The model that predicts, and its training.', ({ predictor }) => names.cell(predictor)),
    ],
    nameOf: ({ predictor }) => names.predictor(predictor),
  });
  if (slopes === undefined || rungs === undefined) return [];
  const { notes = [], ...details } = rungs;
  return [{ ...armTable(ladder, names), notes }, slopes, { ...details, detail: true }];
}

/** One rung about one target: its own model before and after training, and the other models. */
interface ArmRow {
  readonly target: string;
  readonly axis: string;
  readonly rung: RungScore;
  readonly of: (arm: Curve['arm']) => readonly Quantity[];
}

/** Returns the table of the arms side by side: a row for each target and rung. */
function armTable(ladder: readonly Curve[], names: StudyNames): ReportTable {
  const rows = [...Map.groupBy(ladder, ({ target, axis }) => JSON.stringify([target, axis])).values()].flatMap((own) =>
    (own[0]?.rungs ?? []).map((rung): ArmRow => {
      const { target = '', axis = '' } = own[0] ?? {};
      const of = (arm: Curve['arm']) =>
        own
          .filter((curve) => curve.arm === arm)
          .flatMap(({ rungs }) => rungs.find((each) => each.rung === rung.rung)?.score ?? []);
      return { target, axis, rung, of };
    }),
  );
  const cell = (scores: readonly Quantity[]) => {
    const [best] = scores.toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
    return best === undefined ? absentCell('not measured') : quantityCell(best, 'share');
  };
  return {
    id: 'ladder-arms',
    title: 'Where does trained self-prediction break?',
    lead: `${ladderLead} No arm was trained on them.`,
    ...filled(rows, [
      left('about', 'The model whose answers are predicted.', ({ target }) => names.cell(target)),
      left('axis', 'What becomes harder.', ({ axis }) => textCell(axis)),
      left('rung', 'Task at this rung.', ({ rung }) => textCell(rung.label)),
      right('by itself [95 %]', 'Score of the model after training on its own answers.', ({ of }) => cell(of('self'))),
      right(displayNames.bestConstant, 'Score of the best constant answer.', ({ rung }) =>
        percentCell(rung.constant.value, 'no item has a most frequent value'),
      ),
      right('untrained [95 %]', 'Score of the model before training.', ({ of }) => cell(of('untrained')), 1),
      right(
        'by the other [95 %]',
        'Highest score of the other models, after training on its answers.',
        ({ of }) => cell(of('cross')),
        1,
      ),
      right(
        'scramble [95 %]',
        'Score of the model after training on its permuted answers.',
        ({ of }) => cell(of('scramble')),
        2,
      ),
    ]),
  };
}

/** Names of the arms in the figure, where colors tell them apart; one for all targets. */
const series: Readonly<Record<Curve['arm'], string>> = {
  self: 'by itself, trained',
  untrained: 'by itself, untrained',
  cross: 'by the other',
  scramble: 'by itself, scramble',
};

/** Draws the curves of all arms: a panel for each target and axis. */
export function ladderStudyFigure({ ladder }: StudyResult, names: StudyNames, name: string): Figure {
  const curves = ladder.map(({ axis, rungs, arm, base, target }) => ({
    ...{ axis, rungs, panel: `about ${names.label(target)}: ${axis}` },
    series: arm === 'cross' && names.count > 2 ? `by ${names.label(base)}` : series[arm],
  }));
  return ladderFigure(curves, name, [displayNames.bestConstant, displayNames.reexecution]);
}
