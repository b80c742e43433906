import { quantityCell } from '../../report/tables/quantity-cell.ts';
import { filled, left, right, textCell } from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import { countCell, pCell, percentCell, type StudyNames } from './cells.ts';

/** Returns how far training to predict itself changed each target's behavior; null where not measured. */
export function driftTable({ drift }: StudyResult, names: StudyNames): ReportTable | null {
  if (drift.length === 0) return null;
  return {
    id: 'drift',
    title: 'Drift: did training on itself change the model?',
    lead: 'Share of the model’s own values that changed after training, and accuracy on its behavior before and after.',
    ...filled(drift, [
      left('about', 'The model trained on its own answers.', ({ target }) => names.cell(target)),
      right('changed [95 %]', 'Share of values that changed after training.', ({ changed }) => quantityCell(changed)),
      right(
        'noise [95 %]',
        'Share of values that differ between two sets of executions before training.',
        ({ noise }) => quantityCell(noise),
        1,
      ),
      right('on the old [95 %]', 'Accuracy on the behavior before training.', ({ accuracyBefore }) =>
        quantityCell(accuracyBefore),
      ),
      right('on the new [95 %]', 'Accuracy on the behavior after training.', ({ accuracyAfter }) =>
        quantityCell(accuracyAfter),
      ),
      right('n', 'Number of values.', ({ n }) => countCell(n), 2),
    ]),
  };
}

/** Returns whether predictions match the label or the current behavior where the two differ; null where not measured. */
export function couplingTable({ coupling }: StudyResult, names: StudyNames): ReportTable | null {
  if (coupling.length === 0) return null;
  return {
    id: 'coupling',
    title: 'Coupling: if label and current behavior differ, which one do predictions match?',
    lead: 'Share of the changed values whose prediction equals the label, or what the trained model does now.',
    ...filled(coupling, [
      left('about', 'The model trained on its own answers.', ({ target }) => names.cell(target)),
      right('n', 'Number of values that differ.', ({ n }) => countCell(n)),
      right('label [95 %]', 'Share that equals the label.', ({ label }) => quantityCell(label)),
      right('current behavior [95 %]', 'Share that equals the current behavior.', ({ current }) =>
        quantityCell(current),
      ),
    ]),
  };
}

/** Returns whether predictions follow a changed model; null where not measured. */
export function changeTable({ behaviorChange }: StudyResult, names: StudyNames): ReportTable | null {
  if (behaviorChange.length === 0) return null;
  return {
    id: 'behavior-change',
    title: 'Behavior change: do predictions follow a changed model?',
    lead: 'Rows whose value changed. Tracking is 1 where predictions follow the change, −1 where they keep the old behavior.',
    ...filled(behaviorChange, [
      left('about', 'The changed model.', ({ target }) => names.cell(target)),
      left('changed by', 'Further training, or a system prompt that predictions did not have.', ({ shift }) =>
        textCell(shift === 'training' ? 'further training' : 'a system prompt'),
      ),
      right('n', 'Number of changed values.', ({ n }) => countCell(n)),
      right('read', 'Share of the changed model’s predictions that could be read.', ({ coverage }) =>
        percentCell(coverage),
      ),
      right('tracking [95 %]', 'Whether predictions follow the change.', ({ tracking }) => quantityCell(tracking)),
      right(
        'before the change [95 %]',
        'Tracking of the model before the change.',
        ({ trackingUnshifted }) => quantityCell(trackingUnshifted),
        1,
      ),
      right('on the new [95 %]', 'Accuracy on the new behavior.', ({ accuracyNew }) => quantityCell(accuracyNew), 1),
      right('on the old [95 %]', 'Accuracy on the old behavior.', ({ accuracyOld }) => quantityCell(accuracyOld), 1),
      right(
        'beyond noise [95 %]',
        'Share of values that changed, minus that between two sets of executions.',
        ({ beyondNoise }) => quantityCell(beyondNoise),
        2,
      ),
      right(
        'difference in differences [95 %]',
        'Tracking minus that before the change.',
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
