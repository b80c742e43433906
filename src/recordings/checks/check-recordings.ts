import { pathEnds } from '../../results/distinct-files.ts';
import { type CheckFinding, type CheckName, checkNames } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { RecordedLog } from '../recording.ts';
import { checkAlikeIds, checkAlikeModels } from './alike-names.ts';
import { checkCeiling, checkConstant, checkErrors, checkPartial, checkSets } from './amounts.ts';
import { type CheckedSide, checkedSides } from './checked-side.ts';
import {
  checkSameAnswers,
  checkSameConfidence,
  checkSameModels,
  checkSameRows,
  checkSeveralModels,
  copiedSides,
  rowsGivenTwice,
} from './copies.ts';
import { checkCut } from './cut.ts';
import { checkOtherItems, checkOtherKeys, checkShiftedNumbers } from './displaced.ts';
import { checkFilled, checkFilledZeros } from './filled.ts';
import { checkOtherConfidence } from './other-confidence.ts';
import { checkSameText } from './same-text.ts';
import { checkShiftedAnswers } from './shifted.ts';
import { checkUnanswered, withoutOutcome, wrongUnanswered } from './unanswered.ts';
import { checkUnreadConfidence, checkUnreadScores } from './unread.ts';

/**
 * Returns what is wrong with the rows of logs before they become a claim, and what they cannot show: in the order of `checkNames`,
 * then of the logs. Changes nothing.
 */
export function checkRecordings(logs: readonly RecordedLog[]): readonly CheckFinding[] {
  return checkSides(logs, checkedSides(logs));
}

function checkSides(logs: readonly RecordedLog[], sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const ofOne = [
    ...[
      checkUnreadConfidence,
      checkUnanswered,
      checkFilled,
      checkFilledZeros,
      checkSameRows,
      checkOtherKeys,
      checkSeveralModels,
    ],
    ...[checkShiftedAnswers, checkCut, checkSameText, checkErrors, checkConstant, checkCeiling],
  ];
  const ofAll = [
    ...[
      checkSameModels,
      checkSameConfidence,
      checkOtherConfidence,
      checkSameAnswers,
      checkOtherItems,
      checkShiftedNumbers,
    ],
    ...[checkAlikeModels, checkAlikeIds, checkPartial, checkSets],
  ];
  const found = [
    ...checkUnreadScores(logs),
    ...sides.flatMap((side) => ofOne.flatMap((check) => check(side))),
    ...ofAll.flatMap((check) => check(sides)),
  ];
  return inOrderOfChecks(found);
}

/** Returns findings in the order of `checkNames`. */
export function inOrderOfChecks(found: readonly CheckFinding[]): readonly CheckFinding[] {
  return found.toSorted((one, other) => checkNames.indexOf(one.check) - checkNames.indexOf(other.check));
}

/** Logs whose rows say what they are, and what was found in them. */
interface ScreenedLogs {
  readonly logs: readonly RecordedLog[];
  readonly findings: readonly CheckFinding[];
}

/**
 * Returns logs without the rows that are no claim: rows given twice, models that are copies of each other; an empty or declined
 * answer has no outcome. Everything else is as it was.
 */
export function screenRecordings(logs: readonly RecordedLog[]): ScreenedLogs {
  const sides = checkedSides(logs);
  const findings = checkSides(logs, sides);
  const copied = copiedSides(sides);
  const left = new Set(sides.flatMap((side) => (copied.has(side) ? side.rows : rowsGivenTwice(side))));
  const unanswered = new Map(sides.flatMap((side) => [...wrongUnanswered(side)]));
  const screened = logs.map((log) => {
    const isChanged = log.rows.some((row) => left.has(row) || unanswered.has(row));
    if (!isChanged) return log;
    const rows = log.rows.filter((row) => !left.has(row));
    return { ...log, rows: rows.map((row) => withoutOutcome(row, unanswered.get(row))) };
  });
  return { logs: screened, findings };
}

/**
 * Returns a finding in one line: `same rows: model, 20 of 320 rows repeat another row in full; copies left out, 300 remain`. It names the score of
 * several, and the log of several. `files`: paths of the logs.
 */
export function checkLine(
  { check, models, score, found, effect, file }: CheckFinding,
  scores: number,
  files: readonly string[] = [],
): string {
  const place = files.length > 1 && file !== '' ? ` (${oneLine(pathEnds(files).get(file) ?? file, 80)})` : '';
  const about = `${models.join(' and ')}${place}${scores > 1 && models.length > 0 ? `, ${score}` : ''}`.trim();
  return `${check}: ${about === '' ? '' : `${about}: `}${found}; ${effect}`;
}

/** Checks whose limits concern how often answers are right, and those that concern what was stated of them. */
export const limitsOfAnswers: readonly CheckName[] = ['same text'];
export const limitsOfStatements: readonly CheckName[] = ['unread', 'constant', 'ceiling'];

/** Returns what rows cannot show, a line for each check and effect, with the first model and score that it is about and the number of other models. */
export function limitLines(findings: readonly CheckFinding[], said: readonly CheckName[]): readonly string[] {
  const isUnreadScore = ({ check, rows }: CheckFinding) => check === 'unread' && rows.length === 0; // the page has them
  const limits = findings.filter(
    (finding) => finding.kind === 'limit' && said.includes(finding.check) && !isUnreadScore(finding),
  );
  const scores = new Set(limits.map(({ score }) => score)).size;
  return [...Map.groupBy(limits, ({ check, effect }) => JSON.stringify([check, effect])).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const others = new Set(own.flatMap(({ models }) => models)).size - first.models.length;
    const more = others === 0 ? '' : `; likewise ${counted(others, 'other model')}`;
    return [`${checkLine(first, scores)}${more}`];
  });
}
