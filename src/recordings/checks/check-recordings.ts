import { type CheckFinding, checkNames } from '../../results/row-check.ts';
import type { RecordedLog, ScoredRow } from '../recording.ts';
import { checkCeiling, checkConstant, checkErrors, checkPartial, checkSets } from './amounts.ts';
import { checkedSides } from './checked-side.ts';
import {
  checkSameAnswers,
  checkSameConfidence,
  checkSameModels,
  checkSameRows,
  checkSeveralModels,
  rowsGivenTwice,
} from './copies.ts';
import { checkOtherItems, checkOtherKeys } from './displaced.ts';
import { checkFilled } from './filled.ts';
import { checkUnanswered, withoutOutcome, wrongUnanswered } from './unanswered.ts';

/**
 * Returns what is wrong with the rows of logs before they become a claim, and what they cannot show: in the order of `checkNames`,
 * then of the logs. Changes nothing.
 */
export function checkRecordings(logs: readonly RecordedLog[]): readonly CheckFinding[] {
  const sides = checkedSides(logs);
  const ofOne = [
    ...[checkUnanswered, checkFilled, checkSameRows, checkOtherKeys, checkSeveralModels],
    ...[checkErrors, checkConstant, checkCeiling],
  ];
  const ofAll = [checkSameModels, checkSameConfidence, checkSameAnswers, checkOtherItems, checkPartial, checkSets];
  const found = [
    ...sides.flatMap((side) => ofOne.flatMap((check) => check(side))),
    ...ofAll.flatMap((check) => check(sides)),
  ];
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
  const findings = checkRecordings(logs);
  const screened = logs.map((log) => {
    const copied = findings.filter(({ check }) => check === 'same models');
    const sides = checkedSides([log]);
    const left = new Set<ScoredRow>(sides.flatMap(rowsGivenTwice));
    const unanswered = new Set(sides.flatMap(({ rows }) => wrongUnanswered(rows)));
    const isCopied = ({ score, model }: ScoredRow) =>
      copied.some((finding) => finding.score === score && finding.models.includes(model));
    const rows = log.rows
      .filter((row) => !left.has(row) && !isCopied(row))
      .map((row) => (unanswered.has(row) ? withoutOutcome(row) : row));
    const isSame = rows.length === log.rows.length && rows.every((row, index) => row === log.rows[index]);
    return isSame ? log : { ...log, rows };
  });
  return { logs: screened, findings };
}

/** Returns a finding in one line: `same rows: model, 20 of 320 rows are given twice; the second one is left out`. */
export function checkLine({ check, models, score, found, effect }: CheckFinding, scores: number): string {
  return `${check}: ${models.join(' and ')}${scores > 1 ? `, ${score}` : ''}: ${found}; ${effect}`;
}
