import type { Contrast, ModelContrasts } from '../../analyze/findings/model-contrasts.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { Results } from '../../domain/results/results.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { oneLine } from '../../util/text.ts';
import { intervalText, numberText } from '../figures/marks/number-text.ts';
import { conditionColumns } from './condition-column.ts';
import { measureName } from './experiment-notes.ts';
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
import { taskColumn } from './task-column.ts';
import { verdictColumns } from './verdict-columns.ts';

export const verdictTableId = 'verdict-table';
export const verdictSectionId = 'verdicts';

/** Returns the answer to the report's question: one verdict per model and experiment, and the numbers that it rests on. */
export function verdictSection(
  results: Results,
  contrasts: readonly ModelContrasts[],
  estimates: readonly Estimate[],
  taskOf: TaskName,
): ReportSection {
  const { question, answer, selection, adjustedOver, findings, study } = results;
  const about = `${selection.name}; adjusted over ${adjustedOver}.`;
  return {
    id: verdictSectionId,
    title: study === undefined ? question : 'The runs of this study',
    lead: [
      ...selection.unfinished.map((state) => `${state}.`),
      study === undefined ? answer : `The runs alone: ${study.runsAnswer}`,
      about,
    ].join(' '),
    absence: findings.length === 0 ? 'no experiment with yes/no or ranked outcomes' : null,
    tables: findings.length === 0 ? [] : [verdictTable(results, estimates), contrastTable(contrasts, taskOf)],
  };
}

function verdictTable({ findings, limits, study }: Results, estimates: readonly Estimate[]): ReportTable {
  return {
    id: verdictTableId,
    title: 'Verdicts',
    lead: 'Each model predicts its own behavior in one session and shows it in others. A verdict compares its predictions with the best constant answer, with the item rule, and with the behavior of other models.',
    ...filled(findings, verdictColumns(findings, estimates)),
    ...(study === undefined ? { notes: limits.map((text) => `- ${text}`) } : {}), // the study has them
  };
}

/** Returns a table of the difference of each model's predictions to each reference, paired by items. */
function contrastTable(contrasts: readonly ModelContrasts[], taskOf: TaskName): ReportTable {
  return {
    id: 'contrasts',
    title: 'Score minus each reference',
    lead: 'Above 0 is better: of an error (lower is better), reference minus score. Paired by groups of items; p values by sign flips, not adjusted.',
    detail: true,
    ...filled(contrasts, [
      taskColumn(taskOf, ({ experiment }) => experiment),
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
