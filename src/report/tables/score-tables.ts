import { headlineOf } from '../../analyze/estimates/headline.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { Policy } from '../../domain/policy.ts';
import type { ScoreReference } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { type TaskName, taskNames } from '../../experiments/task-name.ts';
import type { ReportTable } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import { oneLine } from '../../util/text.ts';
import { buildLabels, type Labels } from '../figures/marks/labels.ts';
import { slug } from '../figures/render/slug.ts';
import { boundsCell, countCell, coverageCell, fieldCell, fieldOf, valueCell } from './estimate-cells.ts';
import { explanationOf, measureName } from './experiment-notes.ts';
import { absentCell, type Column, filled, left, notInPaper, right, textCell } from './report-table.ts';
import { taskColumn } from './task-column.ts';

/** Returns the headline of each experiment, a row per model, next to all its reference values. */
export function scoreTables(experiments: Experiments, estimates: readonly Estimate[]): readonly ReportTable[] {
  const labels = buildLabels(estimates);
  const taskOf = taskNames(experiments);
  return experimentNames(estimates).map((experiment) => {
    const measure = headlineOf(estimates, experiment) ?? '';
    const caveats = experiments.get(experiment)?.presentation?.caveats ?? (() => []);
    const rows = estimates.filter(
      (estimate) => estimate.experiment === experiment && estimate.measure === measure && estimate.policy === 'parsed',
    );
    const columns = scoreColumns(estimates, labels);
    return {
      id: `scores-${slug(experiment)}`,
      title: `${taskOf(experiment)}: ${measureName(measure)}${idText(experiment, taskOf)}`,
      lead: explanationOf(experiments, experiment),
      notes: caveats(estimates.filter((estimate) => estimate.experiment === experiment)),
      ...filled(rows, withoutMeaningless(columns, rows, experiments.get(experiment)?.presentation?.without ?? [])),
    };
  });
}

/** Returns the experiment as commands take it, where the task has a name of its own. */
function idText(experiment: string, taskOf: TaskName): string {
  return taskOf(experiment) === experiment ? '' : ` (experiment ${experiment})`;
}

const referenceColumns: Readonly<Record<ScoreReference, string>> = {
  itemRule: resultWords.itemRule,
  otherModels: resultWords.otherModels,
  reexecution: resultWords.reexecution,
  skill: 'skill',
};

/** Returns the columns without those that are meaningless for the experiment, and without an MCC that no row has. */
function withoutMeaningless(
  columns: readonly Column<Estimate>[],
  rows: readonly Estimate[],
  without: readonly ScoreReference[],
): readonly Column<Estimate>[] {
  const hidden = new Set(without.map((reference) => referenceColumns[reference]));
  const isMissing = ({ cell }: Column<Estimate>) => rows.every((row) => cell(row).note === notAMeasure);
  return columns.filter((column) => !hidden.has(column.name) && !(column.name === 'MCC' && isMissing(column)));
}

const notAMeasure = 'not a measure of this experiment';

/** Returns the names of the estimates' experiments, without the summary over several. */
export function experimentNames(estimates: readonly Estimate[]): readonly string[] {
  return [...new Set(estimates.map(({ experiment }) => experiment))].filter((experiment) => experiment !== 'all');
}

function scoreColumns(all: readonly Estimate[], labels: Labels): readonly Column<Estimate>[] {
  const under = (policy: Policy) => (estimate: Estimate) => {
    const found = sibling(all, estimate, { measure: estimate.measure, policy });
    return found === undefined ? absentCell('not estimated') : fieldCell(found, 'value');
  };
  const mcc = (estimate: Estimate) => {
    const found = sibling(all, estimate, { measure: 'mcc', policy: 'parsed' });
    return found === undefined ? absentCell(notAMeasure) : valueCell(found);
  };
  return [
    left(
      'model',
      'Model name as given by the user, with the condition or run if there are several.',
      (estimate: Estimate) => textCell(labels(estimate), conditionNote(estimate)),
    ),
    right('score [95 %]', 'The score over units with a usable prediction and outcome (policy “parsed”).', valueCell),
    right('n', 'Number of units in the score.', countCell, 5),
    right(
      'base rate',
      'The best constant answer (chosen and scored on different groups of items).',
      fieldOf('baseRate'),
    ),
    right(
      'item rule',
      'The data set’s label, or the shorter question, used as the prediction.',
      fieldOf('itemRule'),
      2,
    ),
    right(
      'other models',
      'The behavior of the other models on the same item, used as the prediction.',
      fieldOf('otherModels'),
      1,
    ),
    right(
      're-execution',
      'A re-execution of the same model, used as the prediction (needs at least two samples).',
      fieldOf('reexecution'),
      1,
    ),
    notInPaper(right('MCC', 'Matthews correlation of prediction and outcome; 0 without self-prediction.', mcc, 4)),
    notInPaper(
      right('missing wrong', 'The score with every missing unit counted as wrong.', under('failures-wrong'), 6),
    ),
    notInPaper(
      right('worst … best', 'The score if every missing unit were wrong, and if every one were right.', boundsCell, 8),
    ),
    notInPaper(
      right(
        'published rule',
        'The score under the rule for missing units that the published code used.',
        under('published'),
        7,
      ),
    ),
    notInPaper(
      right('usable', 'Number of units with a usable prediction and outcome, out of all units.', coverageCell, 2),
    ),
  ];
}

export function conditionNote({ condition, run }: Estimate): string {
  return `condition: ${oneLine(condition, 80)}; run ${run ?? 'several'}`;
}

/** Returns the estimate of the same model, run and condition under another measure or policy. */
function sibling(
  estimates: readonly Estimate[],
  like: Estimate,
  other: { readonly measure: string; readonly policy: Policy },
): Estimate | undefined {
  return estimates.find(
    ({ run, experiment, model, condition, measure, policy }) =>
      run === like.run &&
      experiment === like.experiment &&
      model === like.model &&
      condition === like.condition &&
      measure === other.measure &&
      policy === other.policy,
  );
}

/** Returns a table of the paper's summary score. */
export function selfExecutionTable(estimates: readonly Estimate[]): ReportTable | null {
  const labels = buildLabels(estimates);
  const scores = estimates.filter(
    ({ measure, policy }) => measure === 'self_execution_score' && policy === 'published',
  );
  if (scores.length === 0) return null;
  const under = (policy: Policy) => (score: Estimate) => {
    const found = sibling(estimates, score, { measure: score.measure, policy });
    return found === undefined ? absentCell('not estimated') : valueCell(found);
  };
  return {
    id: 'scores-self-execution',
    title: 'The paper’s self-execution score (policy “published”)',
    lead: 'Mean of the three accuracies. They have different base rates, so the mean is shown only for comparison with the paper.',
    ...filled(scores, [
      left('model', 'Model name as given by the user.', (score) => textCell(labels(score))),
      right('published rule', 'Missing units treated as in the published code.', valueCell),
      right('base rate', 'Mean score of the best rules that do not use the model.', fieldOf('baseRate')),
      right('re-execution', 'Mean score of a re-execution used as the prediction.', fieldOf('reexecution')),
      notInPaper(right('missing wrong', 'Every missing unit counted as wrong.', under('failures-wrong'))),
      notInPaper(right('parsed', 'Score over units with a usable prediction and outcome.', under('parsed'))),
      notInPaper(
        right(
          'usable',
          'Number of units with a usable prediction and outcome, out of all units of the three experiments.',
          coverageCell,
        ),
      ),
    ]),
  };
}

/** Returns a table of every measure under every policy. */
export function allMeasuresTable(estimates: readonly Estimate[], taskOf: TaskName): ReportTable {
  const labels = buildLabels(estimates);
  return {
    id: 'all-measures',
    title: 'All measures under all policies',
    lead: 'The same numbers are in estimates.csv and estimates.json.',
    detail: true,
    ...filled(estimates, [
      taskColumn(taskOf, ({ experiment }) => experiment),
      left('model', 'Model name as given by the user.', (each) => textCell(labels(each), conditionNote(each))),
      left('measure', 'See docs/statistics.md for formulas.', ({ measure }) => textCell(measureName(measure))),
      left('policy', 'Treatment of missing units.', ({ policy }) => textCell(policy)),
      right('value [95 %]', 'Value, with its interval if available.', valueCell),
      right('n', 'Number of units in the value.', countCell),
      right('base rate', 'Score of the best rule that does not use the model.', fieldOf('baseRate')),
      right('re-execution', 'Score of a re-execution used as the prediction.', fieldOf('reexecution')),
      right('usable', 'Number of units with a usable prediction and outcome, out of all units.', coverageCell),
    ]),
  };
}
