import type { CheckFinding } from '../../results/row-check.ts';
import { filledText, filledValues } from '../../stats/filled-values.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';
import { shownAuroc } from './other-confidence.ts';
import { isBlank } from './unanswered.ts';

/** Names stated values that a program seems to have filled in where a call failed: they stand on wrong and empty answers only. */
export function checkFilled(side: CheckedSide): readonly CheckFinding[] {
  if (!side.isBinary || side.log.asked === 'never') return [];
  const stated = side.rows.flatMap((row) => {
    const isRight = rightness(row, side.log.asked === 'before');
    return row.confidence.kind === 'stated' && isRight !== null
      ? [{ row, stated: row.confidence.value, isRight, item: row.item }]
      : [];
  });
  return filledValues(stated).map((filled) => {
    const rows = stated.filter((each) => each.stated === filled.value).map(({ row }) => row);
    return findingOn(side, rows, {
      ...{ check: 'filled values', kind: 'fault', changesRows: true },
      found: filledText(filled),
      effect:
        'looks filled in: no word on the stated confidence in worth and in reports of runs (--keep-filled gives it)',
    });
  });
}

/** Fewest items with a stated 0, smallest share of the items, fewest right answers among them, and their share beside that of the others. */
const [minZeros, minZeroShare, minZeroRight, minRightBeside] = [10, 0.05, 5, 0.5];
/** A column of two values is a decision, such as keep and withdraw. */
const maxDecisionValues = 2;

/** Names stated zeros whose answers are right about as often as others, so that 0 may stand for no statement. */
export function checkFilledZeros(side: CheckedSide): readonly CheckFinding[] {
  if (!side.isBinary || side.log.isOfRun) return [];
  const stated = side.rows.flatMap(({ item, epoch, confidence, outcome }) =>
    confidence.kind === 'stated' && outcome.kind === 'scored'
      ? [{ item, epoch, prediction: confidence.value, outcome: outcome.value }]
      : [],
  );
  const [zeros, others] = [
    stated.filter(({ prediction }) => prediction === 0),
    stated.filter(({ prediction }) => prediction > 0),
  ];
  const items = new Set(zeros.map(({ item }) => item)).size;
  if (items < Math.max(minZeros, minZeroShare * new Set(stated.map(({ item }) => item)).size)) return [];
  if (new Set(stated.map(({ prediction }) => prediction)).size <= maxDecisionValues) return [];
  const right = zeros.filter(({ outcome }) => outcome > 0).length;
  const usual = others.filter(({ outcome }) => outcome > 0).length / others.length;
  if (right < minZeroRight || right < minRightBeside * usual * zeros.length) return [];
  return [
    findingOn(side, zeros, {
      ...{ check: 'filled values', kind: 'fault', changesRows: false },
      found: `${zeros.length} of ${stated.length} stated confidences are 0, and ${right} of these answers are right: 0 may stand for no statement`,
      effect: `they count as stated (AUROC ${shownAuroc(stated)}, and ${shownAuroc(others)} without them); leave the field empty where nothing was stated`,
    }),
  ];
}

/** Returns whether a row is right; null where it has no outcome. A failed call that states a confidence with its answer is not right. */
function rightness(row: ScoredRow, isBefore: boolean): boolean | null {
  const { outcome } = row;
  if (outcome.kind === 'scored') return outcome.value > 0;
  if (isBlank(row) || outcome.counted === 0) return false;
  return !isBefore && outcome.reason === 'failed' ? false : null;
}
