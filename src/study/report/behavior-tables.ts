import { quantityCell } from '../../report/tables/quantity-cell.ts';
import {
  filled,
  left,
  pCell,
  right,
  percentCell as shareInPercent,
  textCell,
} from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import type { StudyResult } from '../../results/study-result.ts';
import { mean } from '../../stats/moments.ts';
import { escapeControls } from '../../util/text.ts';
import { countCell, percentCell, pointsCell, type StudyNames } from './study-cells.ts';

/** What changed the behavior of a model, in words. */
const shiftTexts: Readonly<Record<StudyResult['behaviorChange'][number]['shift'], string>> = {
  'self-training': 'training on itself',
  training: 'further training',
  prompt: 'a system prompt',
};

/** Returns whether predictions follow a changed model; null where not measured. */
export function changeTable({ behaviorChange }: StudyResult, names: StudyNames): ReportTable | null {
  if (behaviorChange.length === 0) return null;
  return {
    id: 'behavior-change',
    title: 'Behavior change: do predictions follow a changed model?',
    lead: 'Rows whose value changed. Tracking is 1 where predictions follow the change, −1 where they keep the old behavior.',
    ...filled(behaviorChange, [
      left('about', 'The changed model.', ({ target }) => names.cell(target)),
      left(
        'changed by',
        'Training on its own answers, further training, or a system prompt that predictions did not have.',
        ({ shift }) => textCell(shiftTexts[shift]),
      ),
      right('n', 'Number of changed values.', ({ n }) => countCell(n)),
      right('read', 'Share of the changed model’s predictions that could be read.', ({ coverage }) =>
        percentCell(coverage),
      ),
      right('changed [95 %]', 'Share of all values that changed.', ({ changed }) => quantityCell(changed, 'share'), 2),
      right(
        'tracking [95 %]',
        'Tracking: (new - old) / (new + old), the numbers of predictions that match the new and the old behavior; from -1 to 1.',
        ({ tracking }) => quantityCell(tracking),
      ),
      right(
        'before the change [95 %]',
        'Tracking of the model before the change.',
        ({ trackingUnshifted }) => quantityCell(trackingUnshifted),
        1,
      ),
      right(
        'on the new [95 %]',
        'Accuracy on the new behavior.',
        ({ accuracyNew }) => quantityCell(accuracyNew, 'share'),
        1,
      ),
      right(
        'on the old [95 %]',
        'Accuracy on the old behavior.',
        ({ accuracyOld }) => quantityCell(accuracyOld, 'share'),
        1,
      ),
      right(
        'beyond noise [95 %]',
        'Share of values that changed, minus that between two sets of executions, in points.',
        ({ beyondNoise }) => quantityCell(beyondNoise, 'difference'),
        2,
      ),
      right(
        'difference in differences [95 %]',
        'Tracking minus that before the change (differences of shares).',
        ({ differenceInDifferences }) => quantityCell(differenceInDifferences),
        2,
      ),
      right(
        'p',
        'McNemar’s exact p over strings: matches the new or the old behavior.',
        ({ mcnemar }) => pCell(mcnemar?.p ?? null),
        1,
      ),
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
        'Deviation of further executions in place of as many predictions, in percentage points.',
        ({ deviation }) => deviation.perfect,
      ),
      points(
        'excess',
        'Deviation minus that of a perfect predictor, in percentage points.',
        ({ deviation }) => deviation.excess,
      ),
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
      right('predicted', 'Mean share of the bin’s values in predictions.', ({ predicted }) =>
        shareInPercent(predicted, ''),
      ),
      right('observed', 'Mean share of the same values in executions.', ({ observed }) => shareInPercent(observed, '')),
      right('n', 'Number of values.', ({ n }) => countCell(n)),
    ]),
    detail: true,
  };
}
