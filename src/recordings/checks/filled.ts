import type { CheckFinding } from '../../results/row-check.ts';
import { binomialTail } from '../../stats/distributions.ts';
import { filledText, filledValues } from '../../stats/filled-values.ts';
import { fisherP, type RightOf } from '../../stats/fisher.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';
import { isOpposite, shownAuroc } from './other-confidence.ts';
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

/** Fewest items with a stated 0, smallest share of the items, and fewest right answers among them. */
const [minZeros, minZeroShare, minZeroRight] = [10, 0.05, 5];
/** Values below the first are near 0, else the next one up to the second; 0 must be so many times as frequent as each of these. */
const [near, maxNext, minExcess] = [0.2, 0.5, 3];
/** Share of the right answers of others that those at 0 must exceed; largest p of this, and of a difference in how often they are right. */
const [minRightBeside, maxP, maxDifferent] = [0.5, 1e-3, 0.01];
/** A column of two values is a decision, such as keep and withdraw. */
const maxDecisionValues = 2;

/**
 * Names stated zeros that may stand for no statement: far more frequent than other low values, with answers that are right about as often
 * as those at all other values, or more often than those at the next values above. Not where zeros are right more often than all others:
 * there, or where 1 - value fits, the column holds probabilities of an error.
 */
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
  const byValue = Map.groupBy(others, ({ prediction }) => prediction);
  if (byValue.size < maxDecisionValues) return [];
  const next = Math.min(maxNext, ...byValue.keys());
  const isNear = (value: number) => value < near || value === next;
  if ([...byValue].some(([value, own]) => isNear(value) && zeros.length < minExcess * own.length)) return [];
  const right = zeros.filter(({ outcome }) => outcome > 0).length;
  if (right < minZeroRight || !isRightLikeNone(zeros, others) || isOpposite(side)) return [];
  return [
    findingOn(side, zeros, {
      ...{ check: 'filled values', kind: 'fault', changesRows: false },
      found: `${zeros.length} of ${stated.length} stated confidences are 0, and ${right} of these answers are right: 0 may stand for no statement`,
      effect: `they count as stated (AUROC ${shownAuroc(stated)}, and ${shownAuroc(others)} without them); leave the field empty where nothing was stated`,
    }),
  ];
}

interface Stated {
  readonly item: string;
  readonly prediction: number;
  readonly outcome: number;
}

/** Returns whether answers at 0 are right as often as without a statement; items count once. */
function isRightLikeNone(zeros: readonly Stated[], others: readonly Stated[]): boolean {
  const [atZero, beside] = [rightOf(zeros), rightOf(others)];
  if (fisherP(atZero, beside) <= maxDifferent) return false;
  const next = others.toSorted((one, other) => one.prediction - other.prediction).slice(0, zeros.length);
  const last = next.at(-1)?.prediction ?? 0;
  if (fisherP(atZero, rightOf(others.filter(({ prediction }) => prediction <= last))) <= maxP) return true;
  const least = (minRightBeside * beside.right) / beside.of;
  const moreThanLeast = binomialTail(atZero.of - atZero.right, atZero.of, 1 - least);
  return moreThanLeast <= maxP && fisherP(beside, atZero) > maxDifferent;
}

/** Counts the first answers to items and those of them that are right. */
function rightOf(rows: readonly Stated[]): RightOf {
  const first = [...Map.groupBy(rows, ({ item }) => item).values()].flatMap(([row]) => row ?? []);
  return { right: first.filter(({ outcome }) => outcome > 0).length, of: first.length };
}

/** Returns whether a row is right; null where it has no outcome. A failed call that states a confidence with its answer is not right. */
function rightness(row: ScoredRow, isBefore: boolean): boolean | null {
  const { outcome } = row;
  if (outcome.kind === 'scored') return outcome.value > 0;
  if (isBlank(row) || outcome.counted === 0) return false;
  return !isBefore && outcome.reason === 'failed' ? false : null;
}
