import { displayNames } from '../../results/display-names.ts';
import type { LadderCurve, LadderFinding, RungScore } from '../../results/ladder.ts';
import type { ReportSection, ReportTable } from '../../results/page.ts';
import type { Results } from '../../results/results.ts';
import { oneLine } from '../../util/text.ts';
import { quantityCell } from './quantity-cell.ts';
import { type Column, filled, left, maxNameWidth, pCell, percentCell, right, textCell } from './report-table.ts';

/** Returns the section about ladders; null where no item is on one. */
export function ladderSection({ ladders = [] }: Pick<Results, 'ladders'>): ReportSection | null {
  if (ladders.length === 0) return null;
  const names: CurveNames<LadderFinding> = {
    columns: [
      ...conditionColumns(ladders, (row) => row),
      left('model', 'The model that predicts itself.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
    ],
    nameOf: ({ model }) => model,
  };
  return {
    id: 'ladder',
    title: 'Where does self-prediction break?',
    lead: ladderLead,
    absence: null,
    tables: ladderTables(ladders, names),
  };
}

/** What the tables of a ladder show. */
export const ladderLead =
  'Tasks of growing difficulty along each axis; the same strings are put into every rung. Missing predictions count as wrong. The best constant answer is the most frequent value on the same items.';

/** What tells curves apart. */
interface CurveNames<Curve extends LadderCurve> {
  readonly columns: readonly Column<Curve>[];
  readonly nameOf: (curve: Curve) => string;
}

/** Returns the slopes of curves, and the scores at their rungs; empty without curves. */
export function ladderTables<Curve extends LadderCurve>(
  curves: readonly Curve[],
  { columns: names, nameOf }: CurveNames<Curve>,
): readonly ReportTable[] {
  if (curves.length === 0) return [];
  const rungs = curves.flatMap((curve) => curve.rungs.map((rung) => ({ ...curve, at: rung })));
  return [
    {
      id: 'ladder-slopes',
      title: 'Slope along each axis',
      lead: 'Change per rung; below 0, self-prediction becomes worse as tasks become harder.',
      ...filled(curves, [
        ...names,
        axisColumn<Curve>(),
        right<Curve>(
          'slope of difference [95 %]',
          'Change per rung of the score minus that of the best constant answer, in points.',
          ({ gainSlope }) => quantityCell(gainSlope, 'difference'),
        ),
        right<Curve>(
          'slope of score [95 %]',
          'Change of the score per rung, in points, which the best constant answer may cause.',
          ({ slope }) => quantityCell(slope, 'difference'),
          1,
        ),
        left<Curve>(
          'not shown above from',
          'First rung after the last one shown to be above the best constant answer, tested over all rungs of the model (Holm).',
          ({ notAboveFrom }) => textCell(notAboveFrom ?? 'no rung'),
        ),
      ]),
    },
    {
      id: 'ladder-rungs',
      title: 'Scores at each rung',
      lead: 'Shares of right predictions with 95 % intervals over strings.',
      ...filled(rungs, [
        ...names,
        axisColumn<(typeof rungs)[number]>(),
        ...rungColumns<(typeof rungs)[number]>(({ at }) => at),
      ]),
      notes: failures(curves, nameOf),
    },
  ];
}

/** Below this share, most of the predictions or of the answers cannot be scored. */
const minShare = 0.5;

/** Returns where models are not shown to be above the best constant answer at any rung, and where most units cannot be scored. */
function failures<Curve extends LadderCurve>(
  curves: readonly Curve[],
  nameOf: (curve: Curve) => string,
): readonly string[] {
  const listed = (text: string, rungsOf: (curve: Curve) => readonly RungScore[]) =>
    placesByNames(curves, nameOf, rungsOf).map(({ names, places }) => `${names} ${text} ${places}.`);
  return [
    ...listed('is shown to be above the best constant answer at no rung of', ({ rungs }) =>
      rungs.some(({ isAbove }) => isAbove) || rungs.every(({ p }) => p === null) ? [] : rungs,
    ),
    ...listed('had fewer than half of the predictions readable in', ({ rungs }) =>
      rungs.filter(({ read }) => read !== null && read < minShare),
    ),
    ...listed('is asked about answers of which fewer than half have a known value in', ({ rungs }) =>
      rungs.filter(({ known }) => known < minShare),
    ),
  ];
}

/** Returns the axes and rungs of each curve in words, with the names of all curves that have the same ones. */
function placesByNames<Curve extends LadderCurve>(
  curves: readonly Curve[],
  nameOf: (curve: Curve) => string,
  rungsOf: (curve: Curve) => readonly RungScore[],
): readonly { readonly names: string; readonly places: string }[] {
  const byName = Map.groupBy(curves, nameOf);
  const places = [...byName].flatMap(([name, own]) => {
    const texts = own.flatMap((curve) => placeText(curve, rungsOf(curve)) ?? []);
    return texts.length === 0 ? [] : [{ name, text: texts.join('; ') }];
  });
  return [...Map.groupBy(places, ({ text }) => text)].map(([text, own]) => ({
    names: namesTogether(
      own.map(({ name }) => name),
      byName.size,
    ),
    places: text,
  }));
}

/** Returns names as the subject of a sentence; `all`: how many names there are. */
function namesTogether(names: readonly string[], all: number): string {
  if (names.length === 1) return names[0] ?? '';
  return names.length === all ? 'Every model' : `Each of ${names.join('; ')}`;
}

/** Returns an axis, with its rungs unless they are all of them; null without rungs. */
function placeText({ axis, rungs }: LadderCurve, found: readonly RungScore[]): string | null {
  if (found.length === 0) return null;
  return found.length === rungs.length ? axis : `${axis} (${found.map(({ label }) => label).join(', ')})`;
}

function axisColumn<Row extends Pick<LadderCurve, 'axis'>>(): Column<Row> {
  return left('axis', 'What becomes harder.', ({ axis }) => textCell(axis));
}

function rungColumns<Row>(at: (row: Row) => RungScore): readonly Column<Row>[] {
  return [
    left('rung', 'Task at this rung.', (row) => textCell(at(row).label)),
    right('score [95 %]', 'Share of right predictions.', (row) => quantityCell(at(row).score, 'share')),
    right(displayNames.bestConstant, 'Score of the best constant answer.', (row) =>
      percentCell(at(row).constant.value, 'no item has a most frequent value'),
    ),
    right(
      'difference [95 %]',
      'Score minus that of the best constant answer, in points.',
      (row) => quantityCell(at(row).gain, 'difference'),
      1,
    ),
    right('adjusted p', 'p, adjusted over all rungs of the model.', (row) =>
      pCell(at(row).adjusted, 'too few strings'),
    ),
    right('re-execution [95 %]', 'Score of one execution as the prediction of the others.', (row) =>
      quantityCell(at(row).reexecution, 'share'),
    ),
    right(
      'other models [95 %]',
      'Score of the other models’ values as the prediction.',
      (row) => quantityCell(at(row).others, 'share'),
      2,
    ),
    right('read', 'Share of predictions that could be read.', (row) => percentCell(at(row).read, 'no prediction'), 2),
    right(
      'known',
      'Share of items whose executions have a most frequent value.',
      (row) => percentCell(at(row).known, 'no item'),
      3,
    ),
  ];
}

interface InCondition {
  readonly experiment: string;
  readonly condition: string;
}

/** Returns the column that names each row's condition; none where every experiment of the rows has one condition. */
export function conditionColumns<Row>(rows: readonly Row[], read: (row: Row) => InCondition): readonly Column<Row>[] {
  const places = rows.map(read);
  const conditions = new Set(places.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  if (conditions.size === new Set(places.map(({ experiment }) => experiment)).size) return [];
  return [
    left('condition', 'Wording and other settings of the prediction prompt.', (row) =>
      textCell(oneLine(read(row).condition, maxNameWidth)),
    ),
  ];
}
