import type { CheckFinding } from '../../results/row-check.ts';
import { filledText, filledValues } from '../../stats/filled-values.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';
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

/** Returns whether a row is right; null where it has no outcome. A failed call that states a confidence with its answer is not right. */
function rightness(row: ScoredRow, isBefore: boolean): boolean | null {
  const { outcome } = row;
  if (outcome.kind === 'scored') return outcome.value > 0;
  if (isBlank(row) || outcome.counted === 0) return false;
  return !isBefore && outcome.reason === 'failed' ? false : null;
}
