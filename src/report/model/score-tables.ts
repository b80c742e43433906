import { headlineOf } from '../../analyze/estimates/headline.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { Policy } from '../../domain/policy.ts';
import type { ScoreReference } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { buildLabels, type Labels } from '../../figure/marks/labels.ts';
import { slug } from '../../figure/render/slug.ts';
import { oneLine } from '../../util/text.ts';
import { boundsCell, countCell, coverageCell, fieldCell, valueCell } from './estimate-cells.ts';
import { explanationOf, measureName } from './experiment-notes.ts';
import {
  absentCell,
  left,
  type ReportTable,
  right,
  type TableCell,
  type TableColumn,
  textCell,
} from './report-table.ts';

/** The headline of each experiment, a row a model, beside all that it has to be seen against. */
export function scoreTables(experiments: Experiments, estimates: readonly Estimate[]): readonly ReportTable[] {
  const labels = buildLabels(estimates);
  return experimentNames(estimates).map((experiment) => {
    const measure = headlineOf(estimates, experiment) ?? '';
    const caveats = experiments.get(experiment)?.presentation?.caveats ?? (() => []);
    const rows = estimates.filter(
      (estimate) => estimate.experiment === experiment && estimate.measure === measure && estimate.policy === 'parsed',
    );
    return withoutMeaningless(experiments.get(experiment)?.presentation?.without ?? [], {
      id: `scores-${slug(experiment)}`,
      title: `${experiment}: ${measureName(measure)}`,
      lead: explanationOf(experiments, experiment),
      notes: caveats(estimates.filter((estimate) => estimate.experiment === experiment)),
      columns: scoreColumns,
      rows: rows.map((estimate) => scoreRow(estimate, estimates, labels)),
    });
  });
}

const referenceColumns: Readonly<Record<ScoreReference, string>> = {
  item_rule: 'item rule',
  other_models: 'other models',
  reexecution: 're-execution',
  skill: 'skill',
};

/** Leaves out columns that have no meaning for the experiment, or that are empty in every row. */
function withoutMeaningless(without: readonly ScoreReference[], table: ReportTable): ReportTable {
  const hidden = new Set(without.map((reference) => referenceColumns[reference]));
  const kept = table.columns.flatMap(({ name }, place) => {
    const isMissing = name === 'MCC' && table.rows.every((row) => row[place]?.note === notAMeasure);
    return hidden.has(name) || isMissing ? [] : [place];
  });
  const chosen = <T>(all: readonly T[]) => all.filter((_, place) => kept.includes(place));
  return { ...table, columns: chosen(table.columns), rows: table.rows.map(chosen) };
}

const notAMeasure = 'not a measure of this experiment';

/** Names of the experiments that the estimates are of, without the summary over several. */
export function experimentNames(estimates: readonly Estimate[]): readonly string[] {
  return [...new Set(estimates.map(({ experiment }) => experiment))].filter((experiment) => experiment !== 'all');
}

const scoreColumns: readonly TableColumn[] = [
  left('model', 'The model as the user named it, with the condition or the run where there are several.'),
  right('score [95 %]', 'The score over units with a usable prediction and outcome (policy “parsed”).'),
  right('n', 'Number of units that the score is a mean over.', 5),
  right('base rate', 'The best constant answer, chosen on other groups of items than it is scored on.'),
  right('item rule', 'The data set’s label, or the shorter question, as the prediction.', 2),
  right('other models', 'What the other models did on the same item, as the prediction.', 1),
  right('re-execution', 'A re-execution of the same model as the prediction (needs two samples or more).', 1),
  right(
    'skill',
    'The score rescaled: 0 is the base rate, 1 the best possible score, estimated from repeated executions.',
    3,
  ),
  right('MCC', 'Matthews correlation of prediction and outcome; 0 without self-prediction.', 4),
  right('missing wrong', 'The score with every missing unit counted as wrong.', 6),
  right('worst … best', 'The score if every missing unit were wrong, and if every one were right.', 8),
  right('published rule', 'The score under the rule for missing units that the published code used.', 7),
  right('usable', 'Units with a usable prediction and outcome, of all units.', 2),
];

function scoreRow(estimate: Estimate, all: readonly Estimate[], labels: Labels): readonly TableCell[] {
  const under = (policy: Policy) => sibling(all, estimate, { measure: estimate.measure, policy });
  const mcc = sibling(all, estimate, { measure: 'mcc', policy: 'parsed' });
  const value = (found: Estimate | undefined) => (found === undefined ? absentCell(notAMeasure) : valueCell(found));
  const plain = (found: Estimate | undefined) =>
    found === undefined ? absentCell('not estimated') : fieldCell(found, 'value');
  return [
    textCell(labels(estimate), conditionNote(estimate)),
    valueCell(estimate),
    countCell(estimate),
    fieldCell(estimate, 'base_rate'),
    fieldCell(estimate, 'item_rule'),
    fieldCell(estimate, 'other_models'),
    fieldCell(estimate, 'reexecution'),
    fieldCell(estimate, 'skill'),
    value(mcc),
    plain(under('failures-wrong')),
    boundsCell(estimate),
    plain(under('published')),
    coverageCell(estimate),
  ];
}

export function conditionNote({ condition, run }: Estimate): string {
  return `condition: ${oneLine(condition, 80)}; run ${run ?? 'several'}`;
}

/** The same model, run and condition under another measure or policy. */
export function sibling(
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

/** The paper's own summary score. */
export function selfExecutionTable(estimates: readonly Estimate[]): ReportTable | null {
  const labels = buildLabels(estimates);
  const scores = estimates.filter(
    ({ measure, policy }) => measure === 'self_execution_score' && policy === 'published',
  );
  if (scores.length === 0) return null;
  return {
    id: 'scores-self-execution',
    title: 'The paper’s self-execution score (policy “published”)',
    lead: 'Mean of the three accuracies. They have different base rates, so the mean is shown for comparison with the paper only.',
    columns: [
      left('model', 'As the user named it.'),
      right('published rule', 'Missing units as in the published code.'),
      right('base rate', 'Mean of what the best rules that do not look at the model score.'),
      right('re-execution', 'Mean of what a re-execution as the prediction scores.'),
      right('missing wrong', 'Every missing unit counted as wrong.'),
      right('parsed', 'Over units with a usable prediction and outcome.'),
      right('usable', 'Units with a usable prediction and outcome, of all units of the three experiments.'),
    ],
    rows: scores.map((score) => [
      textCell(labels(score)),
      valueCell(score),
      fieldCell(score, 'base_rate'),
      fieldCell(score, 'reexecution'),
      ...(['failures-wrong', 'parsed'] as const).map((policy) => {
        const found = sibling(estimates, score, { measure: score.measure, policy });
        return found === undefined ? absentCell('not estimated') : valueCell(found);
      }),
      coverageCell(score),
    ]),
  };
}

/** Every measure under every policy. */
export function allMeasuresTable(estimates: readonly Estimate[]): ReportTable {
  const labels = buildLabels(estimates);
  return {
    id: 'all-measures',
    title: 'All measures under all policies',
    lead: 'The same numbers are in estimates.csv and estimates.json.',
    detail: true,
    columns: [
      left('experiment', 'What was asked.'),
      left('model', 'As the user named it.'),
      left('measure', 'See docs/statistics.md for formulas.'),
      left('policy', 'What is done with missing units.'),
      right('value [95 %]', 'With its interval, where there is one.'),
      right('n', 'Units that the value is a mean over.'),
      right('base rate', 'The best rule that does not look at the model.'),
      right('re-execution', 'A re-execution as the prediction.'),
      right('usable', 'Units with a usable prediction and outcome, of all units.'),
    ],
    rows: estimates.map((estimate) => [
      textCell(estimate.experiment),
      textCell(labels(estimate), conditionNote(estimate)),
      textCell(measureName(estimate.measure)),
      textCell(estimate.policy),
      valueCell(estimate),
      countCell(estimate),
      fieldCell(estimate, 'base_rate'),
      fieldCell(estimate, 'reexecution'),
      coverageCell(estimate),
    ]),
  };
}
