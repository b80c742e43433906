import type { Contrast, ModelContrasts } from '../../analyze/contrasts.ts';
import { explainAbsence } from '../../analyze/estimates/absence.ts';
import { scoreEstimate } from '../../analyze/estimates/headline.ts';
import type { Estimate } from '../../domain/estimate.ts';
import { type Finding, type Results, verdictTexts } from '../../domain/results/finding.ts';
import { resultWords } from '../../domain/results/result-words.ts';
import { oneLine } from '../../util/text.ts';
import { countText, intervalText, numberText } from '../figures/marks/number-text.ts';
import { conditionColumns } from './condition-column.ts';
import { measureName } from './experiment-notes.ts';
import { differenceText, levelText, rowNames, scoreIntervalText, scoreText, usableText } from './finding-numbers.ts';
import {
  absentCell,
  filled,
  left,
  maxNameWidth,
  numberCell,
  type ReportSection,
  type ReportTable,
  right,
  type TableCell,
  textCell,
} from './report-table.ts';

export const verdictTableId = 'verdict-table';
export const verdictSectionId = 'verdicts';

/** Returns the answer to the report's question: one verdict per model and experiment, and the numbers that it rests on. */
export function verdictSection(
  results: Results,
  contrasts: readonly ModelContrasts[],
  estimates: readonly Estimate[],
): ReportSection {
  const { question, answer, selection, adjustedOver, findings, study } = results;
  const about = `${selection.name}; adjusted over ${adjustedOver}.`;
  return {
    id: verdictSectionId,
    title: question,
    lead: [
      ...selection.unfinished.map((state) => `${state}.`),
      ...(study === undefined
        ? [answer]
        : [answer, ...study.details, `The runs of the study alone: ${study.runsAnswer}`]),
      about,
    ].join(' '),
    absence: findings.length === 0 && study === undefined ? 'no experiment with yes/no or ranked outcomes' : null,
    tables: findings.length === 0 ? [] : [verdictTable(results, estimates), contrastTable(contrasts)],
  };
}

const testedHelp =
  'Score of the best constant answer on the same items: the number that the verdict is tested against.';

function differenceHelp(level: string): string {
  return `By how much the score is better than that of the best constant answer: above 0 is better, for an error too. With its interval at ${level}.`;
}

function verdictTable({ findings, limits }: Results, estimates: readonly Estimate[]): ReportTable {
  const nameOf = rowNames(findings);
  return {
    id: verdictTableId,
    title: 'Verdicts',
    lead: 'Each model predicts its own behavior in one session and shows it in others. A verdict compares its predictions with the best constant answer, with the item rule, and with the behavior of other models.',
    ...filled(findings, [
      left(resultWords.task, 'Predicted behavior.', ({ task, condition }) => textCell(task, condition)),
      left('model', 'Model name as given by the user.', (found) =>
        textCell(oneLine(nameOf(found), maxNameWidth), `run ${found.run}`),
      ),
      right(resultWords.score, 'Score of the model’s predictions of itself, with its 95 % interval.', (found) =>
        found.score === null ? absentCell('nothing could be read') : numberCell(found.score, scoreIntervalText(found)),
      ),
      right(resultWords.bestConstant, testedHelp, (found) =>
        referenceCell(found, found.reference.value, 'no constant answer can be scored'),
      ),
      right(resultWords.difference, differenceHelp(levelText(findings[0]?.level ?? 0.95)), (found) =>
        found.difference === null
          ? absentCell('nothing to compare')
          : numberCell(found.difference, differenceText(found)),
      ),
      right('n', 'Number of units in the score.', ({ n }) => numberCell(n, countText(n)), 4),
      right(
        resultWords.usable,
        'Units with a usable prediction and outcome, out of all units; ! if these are less than half.',
        (found) => numberCell(found.usable, `${usableText(found)}${found.usable < found.total / 2 ? ' !' : ''}`),
        1,
      ),
      right(
        resultWords.itemRule,
        'The data set’s label, or the shorter question, used as the prediction.',
        (found) => referenceCell(found, found.itemRule, 'the data set has no label or item rule'),
        3,
      ),
      right(
        resultWords.otherModels,
        'The behavior of the other models on the same items, used as the prediction.',
        (found) => referenceCell(found, found.others, absentOthers(found, findings)),
        3,
      ),
      right(
        resultWords.reexecution,
        'A re-execution of the same model, used as the prediction.',
        (found) => referenceCell(found, found.reexecution, absentReexecution(found, estimates)),
        3,
      ),
      left(resultWords.verdict, 'Result of the paired tests, at 5 % over all of them together (Holm).', ({ verdict }) =>
        textCell(verdictTexts[verdict].text),
      ),
      left(
        resultWords.reason,
        'Why, where the numbers of the row do not say it.',
        ({ reason }) => textCell(reason ?? ''),
        2,
      ),
    ]),
    notes: limits.map((text) => `- ${text}`),
  };
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

/** Returns a table of the difference of each model's predictions to each reference, paired by items. */
function contrastTable(contrasts: readonly ModelContrasts[]): ReportTable {
  return {
    id: 'contrasts',
    title: 'Score minus each reference',
    lead: 'Above 0 is better: of an error (lower is better), reference minus score. Paired by groups of items; p values by sign flips, not adjusted.',
    detail: true,
    ...filled(contrasts, [
      left('experiment', 'Name of the experiment.', ({ experiment }) => textCell(experiment)),
      ...conditionColumns(contrasts, (each) => each),
      left('model', 'Model name as given by the user.', ({ model }) => textCell(oneLine(model, maxNameWidth))),
      left('measure', 'See docs/statistics.md for formulas.', ({ measure }) => textCell(measureName(measure)), 3),
      right('minus base rate [95 %]', 'Difference to the best constant answer chosen on other items.', (each) =>
        contrastCell(each.baseRate),
      ),
      right('p', 'Sign-flip test of the difference to its left.', (each) => chanceCell(each.baseRate), 2),
      right('minus item rule [95 %]', 'Difference to the item rule.', (each) => contrastCell(each.itemRule), 1),
      right(
        'minus item classifier [95 %]',
        'Difference to a classifier that sees only the text of the items.',
        (each) => contrastCell(each.itemOnly),
        2,
      ),
      right(
        'minus permuted',
        'Difference to its own predictions permuted across items.',
        ({ permuted }) => contrastCell(permuted),
        3,
      ),
      right(
        'p (permuted)',
        'Permutation test of the difference to its left.',
        ({ permuted }) => chanceCell(permuted),
        3,
      ),
      right('minus other models [95 %]', 'Difference to the other models’ behavior.', ({ others }) =>
        contrastCell(others),
      ),
      right('others', 'Number of other models.', ({ others: { models } }) => numberCell(models, String(models)), 2),
    ]),
  };
}

function chanceCell({ p, reason }: Contrast): TableCell {
  return p === null ? absentCell(reason ?? 'no test') : numberCell(p, p < 0.001 ? '< 0.001' : p.toFixed(3));
}

function contrastCell({ value, interval, reason }: Contrast): TableCell {
  if (value === null) return absentCell(reason ?? 'not identified by the data');
  const text = numberText(value, 'correlation');
  return numberCell(value, interval === null ? text : `${text} ${intervalText(interval, 'correlation')}`);
}
