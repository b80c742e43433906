import { headlineOf } from '../../analyze/estimates/headline.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { Policy } from '../../domain/policy.ts';
import type { ScoreReference } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { oneLine } from '../../util/text.ts';
import { buildLabels, type Labels } from '../figures/marks/labels.ts';
import { slug } from '../figures/render/slug.ts';
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

/** Returns the headline of each experiment, a row per model, next to all its reference values. */
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

/** Removes columns that are meaningless for the experiment, or empty in every row. */
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

/** Returns the names of the estimates' experiments, without the summary over several. */
export function experimentNames(estimates: readonly Estimate[]): readonly string[] {
  return [...new Set(estimates.map(({ experiment }) => experiment))].filter((experiment) => experiment !== 'all');
}

const scoreColumns: readonly TableColumn[] = [
  left('model', 'Model name as given by the user, with the condition or run if there are several.'),
  right('score [95 %]', 'The score over units with a usable prediction and outcome (policy “parsed”).'),
  right('n', 'Number of units in the score.', 5),
  right('base rate', 'The best constant answer (chosen and scored on different groups of items).'),
  right('item rule', 'The data set’s label, or the shorter question, used as the prediction.', 2),
  right('other models', 'The behavior of the other models on the same item, used as the prediction.', 1),
  right('re-execution', 'A re-execution of the same model, used as the prediction (needs at least two samples).', 1),
  right(
    'skill',
    'The score rescaled: 0 is the base rate, 1 the best possible score, estimated from repeated executions.',
    3,
  ),
  right('MCC', 'Matthews correlation of prediction and outcome; 0 without self-prediction.', 4),
  right('missing wrong', 'The score with every missing unit counted as wrong.', 6),
  right('worst … best', 'The score if every missing unit were wrong, and if every one were right.', 8),
  right('published rule', 'The score under the rule for missing units that the published code used.', 7),
  right('usable', 'Number of units with a usable prediction and outcome, out of all units.', 2),
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
  return {
    id: 'scores-self-execution',
    title: 'The paper’s self-execution score (policy “published”)',
    lead: 'Mean of the three accuracies. They have different base rates, so the mean is shown only for comparison with the paper.',
    columns: [
      left('model', 'Model name as given by the user.'),
      right('published rule', 'Missing units treated as in the published code.'),
      right('base rate', 'Mean score of the best rules that do not use the model.'),
      right('re-execution', 'Mean score of a re-execution used as the prediction.'),
      right('missing wrong', 'Every missing unit counted as wrong.'),
      right('parsed', 'Score over units with a usable prediction and outcome.'),
      right(
        'usable',
        'Number of units with a usable prediction and outcome, out of all units of the three experiments.',
      ),
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

/** Returns a table of every measure under every policy. */
export function allMeasuresTable(estimates: readonly Estimate[]): ReportTable {
  const labels = buildLabels(estimates);
  return {
    id: 'all-measures',
    title: 'All measures under all policies',
    lead: 'The same numbers are in estimates.csv and estimates.json.',
    detail: true,
    columns: [
      left('experiment', 'Name of the experiment.'),
      left('model', 'Model name as given by the user.'),
      left('measure', 'See docs/statistics.md for formulas.'),
      left('policy', 'Treatment of missing units.'),
      right('value [95 %]', 'Value, with its interval if available.'),
      right('n', 'Number of units in the value.'),
      right('base rate', 'Score of the best rule that does not use the model.'),
      right('re-execution', 'Score of a re-execution used as the prediction.'),
      right('usable', 'Number of units with a usable prediction and outcome, out of all units.'),
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
