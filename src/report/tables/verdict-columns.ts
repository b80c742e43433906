import { explainAbsence } from '../../analyze/estimates/absence.ts';
import { scoreEstimate } from '../../analyze/estimates/headline.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { type Finding, isMostlyMissing } from '../../domain/results/finding.ts';
import { resultWords } from '../../domain/results/result-words.ts';
import { verdictTexts } from '../../domain/results/verdict-words.ts';
import { oneLine } from '../../util/text.ts';
import { countText } from '../figures/marks/number-text.ts';
import { differenceText, levelText, rowNames, scoreIntervalText, scoreText, usableText } from './finding-numbers.ts';
import {
  absentCell,
  type Column,
  left,
  maxNameWidth,
  notInPaper,
  numberCell,
  right,
  type TableCell,
  textCell,
} from './report-table.ts';

/** How the first screen shows a column of the verdicts. */
interface FirstScreen {
  readonly text: (found: Finding) => string;
  /** Where space is limited, columns with the highest rank are omitted first; rank 0 stays. */
  readonly rank: number;
  /** Header; absent: the name of the column. */
  readonly header?: string;
  /** Header where names of models would be cut otherwise; absent: the header. */
  readonly shortHeader?: string;
  /** What is said below the table after the header. */
  readonly legend?: string;
}

/** A column of the table of verdicts, with everything that a surface needs to show it. */
interface VerdictColumn extends Column<Finding> {
  /** Null: the first screen has no such column, because it shows the value in another way or leaves it to `--wide`. */
  readonly first: FirstScreen | null;
}

/**
 * Returns the columns of the main table of results. A column is one entry in this file: the first screen, `--wide`,
 * Markdown and LaTeX show what the entry says. Pages draw the findings in `viewer/parts/findings-table.tsx`.
 */
export function verdictColumns(findings: readonly Finding[], estimates: readonly Estimate[]): readonly VerdictColumn[] {
  return [
    ...subjectColumns(findings),
    ...numberColumns(findings),
    ...predictorColumns(findings, estimates),
    onFirstScreen(
      left(resultWords.verdict, 'Result of the paired tests, at 5 % over all of them together (Holm).', ({ verdict }) =>
        textCell(verdictTexts[verdict].text),
      ),
      { text: ({ verdict }) => verdictTexts[verdict].short, rank: 0 },
    ),
    // a line below the row on the first screen
    wide(
      left(
        resultWords.reason,
        'Why, where the numbers of the row do not say it.',
        ({ reason }) => textCell(reason ?? ''),
        2,
      ),
    ),
  ];
}

function onFirstScreen(column: Column<Finding>, first: FirstScreen): VerdictColumn {
  return { ...column, first };
}

function wide(column: Column<Finding>): VerdictColumn {
  return { ...column, first: null };
}

/** Returns the columns that the first screen has as headings and names of rows. */
function subjectColumns(findings: readonly Finding[]): readonly VerdictColumn[] {
  const nameOf = rowNames(findings);
  return [
    wide(left(resultWords.task, 'Predicted behavior.', ({ task, condition }) => textCell(task, condition))),
    wide(
      left('model', 'Model name as given by the user.', (found) =>
        textCell(oneLine(nameOf(found), maxNameWidth), `run ${found.run}`),
      ),
    ),
  ];
}

function numberColumns(findings: readonly Finding[]): readonly VerdictColumn[] {
  const level = levelText(findings[0]?.level ?? 0.95);
  return [
    onFirstScreen(
      right(`${resultWords.score} [95 %]`, 'Score of the model’s predictions of itself, with its interval.', (found) =>
        found.score === null ? absentCell('nothing could be read') : numberCell(found.score, scoreIntervalText(found)),
      ),
      { text: (found) => scoreText(found, found.score), rank: 1, header: resultWords.score },
    ),
    onFirstScreen(
      right(
        resultWords.bestConstant,
        'Score of the best constant answer on the same items: the number that the verdict is tested against.',
        (found) => referenceCell(found, found.reference.value, 'no constant answer can be scored'),
      ),
      {
        ...{ text: (found) => scoreText(found, found.reference.value), rank: 2, shortHeader: resultWords.constant },
        legend: `score of the ${resultWords.bestConstantAnswer} on the same items`,
      },
    ),
    onFirstScreen(
      right(
        `${resultWords.difference} [${level}]`,
        'By how much the score is better than that of the best constant answer: above 0 is better, for an error too. The interval has the level of all tests together.',
        (found) =>
          found.difference === null
            ? absentCell('nothing to compare')
            : numberCell(found.difference, differenceText(found)),
      ),
      {
        ...{ text: differenceText, rank: 3, header: resultWords.difference },
        legend: `${unitsText(findings)}, with the interval at ${level}`,
      },
    ),
    wide(right('n', 'Number of units in the score.', ({ n }) => numberCell(n, countText(n)), 4)),
    onFirstScreen(
      right(
        resultWords.usable,
        'Units with a usable prediction and outcome, out of all units; ! if these are less than half.',
        (found) => numberCell(found.usable, markedUsable(found)),
        1,
      ),
      { text: markedUsable, rank: 4 },
    ),
  ];
}

/** Returns the scores of other predictors on the same items. */
function predictorColumns(findings: readonly Finding[], estimates: readonly Estimate[]): readonly VerdictColumn[] {
  const columns = [
    right<Finding>(
      resultWords.itemRule,
      'The data set’s label, or the shorter question, used as the prediction.',
      (found) => referenceCell(found, found.itemRule, 'the data set has no label or item rule'),
      3,
    ),
    right<Finding>(
      resultWords.otherModels,
      'The behavior of the other models on the same items, used as the prediction.',
      (found) => referenceCell(found, found.others, absentOthers(found, findings)),
      3,
    ),
    right<Finding>(
      resultWords.reexecution,
      'A re-execution of the same model, used as the prediction.',
      (found) => referenceCell(found, found.reexecution, absentReexecution(found, estimates)),
      3,
    ),
  ];
  return columns.map((column) => wide(notInPaper(column)));
}

function markedUsable(found: Finding): string {
  return `${usableText(found)}${isMostlyMissing(found) ? ' !' : ''}`;
}

/** Returns what differences are measured in: shares in percentage points, other scores in their own units. */
function unitsText(findings: readonly Finding[]): string {
  const shares = findings.filter(({ unit }) => unit === 'share').length;
  if (shares === findings.length) return 'in percentage points';
  return shares === 0 ? 'in units of the score' : 'in percentage points or units of the score';
}

function referenceCell(found: Finding, value: number | null, reason: string): TableCell {
  return value === null ? absentCell(reason) : numberCell(value, scoreText(found, value));
}

/** Returns why the other models' behavior is not a reference: the run has none, or the experiment does not use it. */
function absentOthers({ run, experiment, model }: Finding, findings: readonly Finding[]): string {
  const hasOthers = findings.some(
    (other) => other.run === run && other.experiment === experiment && other.model !== model,
  );
  return hasOthers ? notAPrediction : 'needs a second model on the same items';
}

/** Returns why a re-execution is not a reference, as the estimate of the score says it. */
function absentReexecution(found: Finding, estimates: readonly Estimate[]): string {
  const own = scoreEstimate(estimates, found);
  return own === undefined ? 'the score has no estimate' : explainAbsence(own, 'reexecution');
}

const notAPrediction = 'cannot be used as a prediction in this experiment';
