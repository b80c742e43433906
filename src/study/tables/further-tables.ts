import { quantityCell } from '../../report/tables/quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  numberCell,
  right,
  shareCell,
  textCell,
} from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import type { Quantity } from '../../results/quantity.ts';
import { mean } from '../../stats/moments.ts';
import { escapeControls } from '../../util/text.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import { countCell, emptyCell, pointsCell, type StudyNames } from './cells.ts';

interface SubsetRow {
  readonly name: string;
  readonly kept: number;
  readonly of: number;
  readonly pair: readonly [string, string] | null;
  readonly I: Quantity;
  readonly E: Quantity;
}

/** Returns I and E in parts of the test items; null where not measured. */
export function subsetTable({ subsets, pairs: whole }: StudyResult, names: StudyNames): ReportTable | null {
  const [first] = subsets;
  if (first === undefined) return null;
  const all = { name: 'all', kept: first.of, of: first.of, pairs: whole };
  const missing: Quantity = {
    value: null,
    interval: null,
    n: 0,
    clusters: 0,
    missing: 'no pair has rows in this part',
  };
  const rows = [all, ...subsets].flatMap(({ name, kept, of, pairs }): readonly SubsetRow[] =>
    pairs.length === 0
      ? [{ name, kept, of, pair: null, I: missing, E: missing }]
      : pairs.map(({ a, b, I, E }) => ({ name, kept, of, pair: [a, b] as const, I, E })),
  );
  const pairColumn: Column<SubsetRow> = left('models', 'The two models.', ({ pair }) =>
    pair === null ? absentCell('no pair') : names.pairCell(...pair),
  );
  return {
    id: 'subsets',
    title: 'Parts of the test items',
    lead: 'I and E on some rows only. Intervals are not adjusted over parts.',
    ...filled(rows, [
      left('part', 'Rows of the test items.', ({ name }) => textCell(name)),
      right('values', 'Rows in the part, of all.', ({ kept, of }) => numberCell(kept, `${kept} of ${of}`)),
      ...(whole.length === 1 ? [] : [pairColumn]),
      right('I [95 %]', 'Double difference.', ({ I }) => quantityCell(I)),
      right('E [95 %]', 'Excess.', ({ E }) => quantityCell(E)),
    ]),
  };
}

/** Returns calibration of each predictor about each target, means over groups; null where not measured. */
export function calibrationTable({ calibration }: StudyResult, names: StudyNames): ReportTable | null {
  if (calibration.length === 0) return null;
  const rows = [...Map.groupBy(calibration, ({ predictor, target }) => JSON.stringify([predictor, target])).values()];
  type Row = (typeof rows)[number];
  const of = (value: (each: Row[number]) => number | null) => (own: Row) =>
    mean(own.map(value).filter((each) => each !== null));
  const few = 'fewer than two bins of executed shares';
  const decimal = (name: string, help: string, value: (each: Row[number]) => number | null) =>
    right<Row>(name, help, (own) => shareCell(of(value)(own), 'not defined for these rows'), 1);
  const points = (name: string, help: string, value: (each: Row[number]) => number | null) =>
    right<Row>(name, help, (own) => pointsCell(of(value)(own), few));
  return {
    id: 'calibration',
    title: 'Deviation of predicted from observed frequency (percentage points)',
    lead: 'Means over groups of task and property. A perfect predictor has a deviation above 0 too, because samples are finite: read the excess.',
    ...filled(rows, [
      left('predictor', 'The model that predicts, with its training.', ([first]) =>
        textCell(escapeControls(names.predictor(first?.predictor ?? '')), first?.predictor ?? null),
      ),
      left('about', 'The model whose answers are predicted.', ([first]) => names.cell(first?.target ?? '')),
      points('deviation', 'Mean absolute deviation, in percentage points.', ({ deviation }) => deviation.mad),
      points(
        'perfect predictor',
        'Deviation of a perfect predictor with as many samples.',
        ({ deviation }) => deviation.perfect,
      ),
      points('excess', 'Deviation minus that of a perfect predictor.', ({ deviation }) => deviation.excess),
      decimal('r', 'Pearson correlation of predicted and observed shares.', ({ correlation }) => correlation),
      decimal('Brier score', 'Mean squared error of predicted shares, in [0, 2].', ({ brier }) => brier),
      decimal('divergence', 'Jensen-Shannon divergence in bits.', ({ jensenShannon }) => jensenShannon),
    ]),
  };
}

/** Returns predicted against observed frequency in bins; null where not measured. */
export function reliabilityTable({ reliability }: StudyResult, names: StudyNames): ReportTable | null {
  const rows = reliability.flatMap(({ bins, ...each }) => bins.map((bin) => ({ ...each, ...bin })));
  if (rows.length === 0) return null;
  return {
    id: 'reliability',
    title: 'Predicted against observed frequency',
    lead: 'Values of a prompt in bins of their predicted share; calibrated predictions have equal shares.',
    ...filled(rows, [
      left('predictor', 'The model that predicts, with its training.', ({ predictor }) =>
        textCell(escapeControls(names.predictor(predictor)), predictor),
      ),
      left('about', 'The model whose answers are predicted.', ({ target }) => names.cell(target)),
      right('predicted', 'Mean share of the bin’s values in predictions.', ({ predicted }) => shareCell(predicted, '')),
      right('observed', 'Mean share of the same values in executions.', ({ observed }) => shareCell(observed, '')),
      right('n', 'Number of values.', ({ n }) => countCell(n)),
    ]),
    detail: true,
  };
}

/** Returns accuracy by number of training rows; null where not measured. */
export function scalingTable({ scaling }: StudyResult, names: StudyNames): ReportTable | null {
  const rows = scaling.flatMap(({ base, target, points }) => points.map((point) => ({ base, target, ...point })));
  if (rows.length === 0) return null;
  return {
    id: 'scaling',
    title: 'Number of training rows',
    lead: 'Accuracy of models trained on fewer rows.',
    ...filled(rows, [
      left('model', 'The model that predicts.', ({ base }) => names.cell(base)),
      left('trained on', 'The model whose answers it was trained on.', ({ target }) => names.cell(target)),
      right('training rows', 'Number of training rows.', ({ size }) => countCell(size)),
      right('accuracy [95 %]', 'Share of correct predictions.', ({ accuracy }) => quantityCell(accuracy)),
      right(
        'difference [95 %]',
        'Accuracy of the target about itself minus this one.',
        ({ base, target, advantage }) => (base === target ? emptyCell : quantityCell(advantage)),
        1,
      ),
    ]),
    notes: scaling
      .map(({ lastDoubling, ...line }) => ({ ...line, gained: quantityCell(lastDoubling) }))
      .filter(({ gained }) => gained.sort !== null) // a curve of one size has no doubling
      .map(
        ({ base, target, gained, plateau }) =>
          `${names.label(base)} about ${names.label(target)}: the last doubling of rows gained ${gained.text}${plateau === true ? ': a plateau' : ''}`,
      ),
  };
}

/** Returns controls of what a predictor can do at all; null where not measured. */
export function controlTable({ capabilities }: StudyResult, names: StudyNames): ReportTable | null {
  const rows = capabilities.filter(({ readOff, fit }) => readOff !== null || fit !== null);
  if (rows.length === 0) return null;
  return {
    id: 'controls',
    title: 'Controls: naming the property of a shown reply, and fit to the training rows',
    lead: 'A cross predictor that lags here may be worse for reasons that have nothing to do with the target.',
    ...filled(rows, [
      left('model', 'The model that predicts.', ({ base }) => names.cell(base)),
      left('trained on', 'The model whose answers it was trained on.', ({ target }) => names.cell(target)),
      right('shown reply', 'Accuracy where the answer is in the prompt.', ({ readOff }) =>
        shareCell(readOff, 'not measured'),
      ),
      right('fit', 'Accuracy on training rows.', ({ fit }) => shareCell(fit, 'not measured')),
    ]),
    notes: rows.flatMap(({ base, target, flags }) =>
      flags.map((flag) => `${names.label(base)}, trained on ${names.label(target)}’s answers: ${flag}`),
    ),
  };
}
