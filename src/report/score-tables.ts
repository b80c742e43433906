import type { Estimate } from '../analyse/estimate.ts';
import { headlineOf } from '../analyse/headline.ts';
import { type Labels, labelsOf } from '../figure/series.ts';
import { slug } from '../figure/slug.ts';
import type { Policy } from '../score/policy.ts';
import { oneLine } from '../util/text.ts';
import { boundsCell, countCell, coverageCell, fieldCell, valueCell } from './estimate-cells.ts';
import { meaninglessColumns, measureName, questionOf } from './experiment-notes.ts';
import { absentCell, type Cell, type Column, left, type ReportTable, right, textCell } from './tables.ts';

/** The headline of each experiment, a row a model, beside all that it has to be seen against. */
export function scoreTables(estimates: readonly Estimate[]): readonly ReportTable[] {
  const labels = labelsOf(estimates);
  return experimentsOf(estimates).map((experiment) => {
    const measure = headlineOf(estimates, experiment) ?? '';
    const rows = estimates.filter(
      (estimate) => estimate.experiment === experiment && estimate.measure === measure && estimate.policy === 'parsed',
    );
    return without(experiment, {
      id: `scores-${slug(experiment)}`,
      title: `${experiment}: ${measureName(measure)}`,
      lead: questionOf(experiment),
      columns: scoreColumns,
      rows: rows.map((estimate) => scoreRow(estimate, estimates, labels)),
    });
  });
}

/** Leaves out columns that have no meaning for the experiment. */
function without(experiment: string, table: ReportTable): ReportTable {
  const mcc = table.columns.findIndex(({ name }) => name === 'MCC');
  const noMcc = table.rows.every((row) => row[mcc]?.note === notAMeasure);
  const gone = [...meaninglessColumns(experiment), ...(noMcc ? ['MCC'] : [])];
  const kept = table.columns.flatMap(({ name }, place) => (gone.includes(name) ? [] : [place]));
  const chosen = <T>(all: readonly T[]) => all.filter((_, place) => kept.includes(place));
  return { ...table, columns: chosen(table.columns), rows: table.rows.map(chosen) };
}

const notAMeasure = 'not a measure of this experiment';

export function experimentsOf(estimates: readonly Estimate[]): readonly string[] {
  return [...new Set(estimates.map(({ experiment }) => experiment))].filter((experiment) => experiment !== 'all');
}

const scoreColumns: readonly Column[] = [
  left('model', 'As the user named it; with the condition or the run where there are several.'),
  right('score [95 %]', 'Over units with a usable forecast and outcome (policy “parsed”).'),
  right('n', 'Units that the score is a mean over.'),
  right('base rate', 'The best rule that does not look at the model, on the same units.'),
  right('item rule', 'The data set’s label, or the shorter question, as the forecast.'),
  right('other models', 'What the other models did on the same item, as the forecast.'),
  right(
    'second execution',
    'A true second execution of the same model as the forecast. Foreseeing what it usually does can score more.',
  ),
  right(
    'skill',
    '(score − base rate) / (second execution − base rate): 0 is the base rate, 1 as good as a second execution.',
  ),
  right('MCC', 'Matthews correlation of forecast and outcome: 0 without self-prediction, whatever the base rate.'),
  right('failures wrong', 'The score with every lost unit counted as wrong.'),
  right('worst … best', 'The score if every lost unit were wrong, and if every one were right.'),
  right('published rule', 'The score under the rule for lost units that the published code used.'),
  right('usable', 'Units with a usable forecast and outcome, of all units.'),
];

function scoreRow(estimate: Estimate, all: readonly Estimate[], labels: Labels): readonly Cell[] {
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
    fieldCell(estimate, 'item_label'),
    fieldCell(estimate, 'consensus'),
    fieldCell(estimate, 'ceiling'),
    fieldCell(estimate, 'normalised_skill'),
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
  const labels = labelsOf(estimates);
  const scores = estimates.filter(
    ({ measure, policy }) => measure === 'self_execution_score' && policy === 'published',
  );
  if (scores.length === 0) return null;
  return {
    id: 'scores-self-execution',
    title: 'The paper’s self-execution score',
    lead: 'Mean of the three accuracies. They have different base rates, so the mean is shown for comparison with the paper only.',
    columns: [
      left('model', 'As the user named it.'),
      right('published rule', 'Lost units as in the published code.'),
      right('base rate', 'Mean of what the best rules that do not look at the model score.'),
      right('second execution', 'Mean of what a true second execution as the forecast scores.'),
      right('failures wrong', 'Every lost unit counted as wrong.'),
      right('parsed', 'Over units with a usable forecast and outcome.'),
      right('usable', 'Units with a usable forecast and outcome, of all units of the three experiments.'),
    ],
    rows: scores.map((score) => [
      textCell(labels(score)),
      valueCell(score),
      fieldCell(score, 'base_rate'),
      fieldCell(score, 'ceiling'),
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
  const labels = labelsOf(estimates);
  return {
    id: 'all-measures',
    title: 'All measures under all policies',
    lead: 'The same numbers are in estimates.csv and estimates.json.',
    columns: [
      left('experiment', 'What was asked.'),
      left('model', 'As the user named it.'),
      left('measure', 'See docs/statistics.md for formulas.'),
      left('policy', 'What is done with lost units.'),
      right('value [95 %]', 'With its interval, where there is one.'),
      right('n', 'Units that the value is a mean over.'),
      right('base rate', 'The best rule that does not look at the model.'),
      right('second execution', 'A true second execution as the forecast.'),
      right('usable', 'Units with a usable forecast and outcome, of all units.'),
    ],
    rows: estimates.map((estimate) => [
      textCell(estimate.experiment),
      textCell(labels(estimate), conditionNote(estimate)),
      textCell(measureName(estimate.measure)),
      textCell(estimate.policy),
      valueCell(estimate),
      countCell(estimate),
      fieldCell(estimate, 'base_rate'),
      fieldCell(estimate, 'ceiling'),
      coverageCell(estimate),
    ]),
  };
}
