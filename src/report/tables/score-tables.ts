import { type AbsentField, explainAbsence } from '../../analyze/estimates/absence.ts';
import { headlineOf, isNotPredicted, shareOfUnits } from '../../analyze/estimates/sums.ts';
import { isAboveCoin } from '../../analyze/findings/limits.ts';
import type { Policy } from '../../domain/policy.ts';
import type { ScoreReference, SecondaryMeasure } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { type TaskName, taskNames } from '../../experiments/task-name.ts';
import { reasonCountsText } from '../../outcome-kinds/words.ts';
import { displayNames } from '../../results/display-names.ts';
import type { Estimate, GroupAccuracy } from '../../results/estimate.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { buildLabels, type Labels } from '../figures/marks/figure-rows.ts';
import { countText, numberText } from '../figures/marks/number-text.ts';
import { slug } from '../figures/render/slug.ts';
import { explanationOf, measureName, secondaryMeasures } from './experiment-notes.ts';
import { intervalCell } from './quantity-cell.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  notInPaper,
  numberCell,
  ofPair,
  pairCell,
  partialCell,
  percentCell,
  right,
  textCell,
} from './report-table.ts';

/** Returns the headline of each experiment with predictions, a row per model, next to all its reference values. */
export function scoreTables(experiments: Experiments, estimates: readonly Estimate[]): readonly ReportTable[] {
  const labels = buildLabels(estimates);
  const taskOf = taskNames(experiments);
  return experimentNames(estimates).flatMap((experiment) => {
    const measure = headlineOf(estimates, experiment) ?? '';
    const caveats = experiments.get(experiment)?.presentation?.caveats ?? (() => []);
    const rows = estimates.filter(
      (estimate) => estimate.experiment === experiment && estimate.measure === measure && estimate.policy === 'parsed',
    );
    if (rows.length > 0 && rows.every(isNotPredicted)) return [];
    const columns = scoreColumns(estimates, { labels, measure });
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
  itemRule: displayNames.label,
  otherModels: displayNames.otherModels,
  reexecution: displayNames.reexecution,
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

/** Returns name and description of the column of a measure in its score table. */
export function measureColumn(measure: string): { readonly name: string; readonly help: string } {
  return {
    name: `${measureName(measure)} [95 %]`,
    help: 'The measure in the title, in the unit of the measure, over units with a usable prediction and outcome (policy “parsed”).',
  };
}

function scoreColumns(
  all: readonly Estimate[],
  { labels, measure }: { readonly labels: Labels; readonly measure: string },
): readonly Column<Estimate>[] {
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
    right(measureColumn(measure).name, measureColumn(measure).help, valueCell),
    right('n', 'Number of units in the score.', countCell, 5),
    right(
      displayNames.bestConstant,
      'Score of the best constant answer on the same items; of properties, of the most frequent value of the other strings.',
      fieldOf('baseRate'),
    ),
    right(
      displayNames.label,
      'Score of the data set’s label, or of the shorter question, used as the prediction.',
      fieldOf('itemRule'),
      2,
    ),
    right(
      'other models',
      'Score of the other models’ behavior on the same item, used as the prediction.',
      fieldOf('otherModels'),
      1,
    ),
    right(
      're-execution',
      'Score of a re-execution of the same model, used as the prediction (needs at least two samples).',
      fieldOf('reexecution'),
      1,
    ),
    notInPaper(right('MCC', 'Matthews correlation of prediction and outcome; 0 without self-prediction.', mcc, 4)),
    notInPaper(
      right('missing wrong', 'The score with every missing unit counted as wrong.', under('failures-wrong'), 6),
    ),
    boundsColumn,
    notInPaper(
      right(
        'published rule',
        'The score under the rule for missing units that the published code used.',
        under('published'),
        7,
      ),
    ),
    usableColumn,
  ];
}

const boundsColumn: Column<Estimate> = notInPaper(
  ofPair(
    ['worst', 'best'],
    right('worst … best', 'The score if every missing unit were wrong, and if every one were right.', boundsCell, 8),
  ),
);

const usableColumn: Column<Estimate> = notInPaper(
  ofPair(
    ['usable', 'units'],
    right('usable', 'Number of units with a usable prediction and outcome, out of all units.', coverageCell, 2),
  ),
);

function conditionNote({ condition, run }: Estimate): string {
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
    lead: 'Mean of the three accuracies. They have different best constants, so the mean is shown only for comparison with the paper.',
    ...filled(scores, [
      left('model', 'Model name as given by the user.', (score) => textCell(labels(score))),
      right('published rule', 'Score with missing units treated as in the published code.', valueCell),
      right(displayNames.bestConstant, 'Mean score of the best rules that do not use the model.', fieldOf('baseRate')),
      right('re-execution', 'Mean score of a re-execution used as the prediction.', fieldOf('reexecution')),
      notInPaper(right('missing wrong', 'Score with every missing unit counted as wrong.', under('failures-wrong'))),
      notInPaper(right('parsed', 'Score over units with a usable prediction and outcome.', under('parsed'))),
      notInPaper(
        ofPair(
          ['usable', 'units'],
          right(
            'usable',
            'Number of units with a usable prediction and outcome, out of all units of the three experiments.',
            coverageCell,
          ),
        ),
      ),
    ]),
  };
}

/** Returns the measures that are shown next to the headlines, for experiments that declare some. */
export function secondaryMeasureTables(
  experiments: Experiments,
  estimates: readonly Estimate[],
): readonly ReportTable[] {
  const taskOf = taskNames(experiments);
  return experimentNames(estimates).flatMap((experiment) => {
    const own = estimates.filter((each) => each.experiment === experiment && each.policy === 'parsed');
    const there = secondaryMeasures(experiments, own);
    const similarities = there.filter(({ isSimilarity }) => isSimilarity === true);
    const shares = there.filter(({ isSimilarity }) => isSimilarity !== true);
    return [
      ...(similarities.length === 0
        ? []
        : [similarityTable({ experiment, task: taskOf(experiment) }, own, similarities)]),
      ...(shares.length === 0
        ? []
        : [
            sharesTable(
              { experiment, task: taskOf(experiment) },
              { own, coin: experiments.get(experiment)?.coin },
              shares,
            ),
          ]),
    ];
  });
}

interface Named {
  readonly experiment: string;
  readonly task: string;
}

function sharesTable(
  { experiment, task }: Named,
  { own, coin }: { readonly own: readonly Estimate[]; readonly coin: number | undefined },
  measures: readonly SecondaryMeasure[],
): ReportTable {
  const labels = buildLabels(own);
  const place = ({ run, model, condition }: Estimate) => JSON.stringify([run, model, condition]);
  const rows = [...Map.groupBy(own, place).values()];
  return {
    id: `beside-${slug(experiment)}`,
    title: `${task}: secondary measures`,
    lead: 'Each with its 95 % interval.',
    ...filled(rows, [
      left('model', 'Model name as given by the user, with the condition or run if there are several.', ([first]) =>
        first === undefined ? absentCell('not estimated') : textCell(labels(first), conditionNote(first)),
      ),
      ...measures.map(({ name, help, measure, needsAboveCoin }) =>
        right<readonly Estimate[]>(name, help, (row) => {
          const found = row.find((each) => each.measure === measure);
          if (found === undefined) return absentCell('not estimated');
          const isMeasured = needsAboveCoin !== true || isAboveCoin(row, coin);
          return isMeasured
            ? valueCell(found)
            : absentCell('not measured: right without the change no more often than a coin');
        }),
      ),
    ]),
  };
}

function similarityTable(
  { experiment, task }: Named,
  own: readonly Estimate[],
  measures: readonly SecondaryMeasure[],
): ReportTable {
  const labels = buildLabels(own);
  const wanted = [own[0]?.measure, ...measures.map(({ measure }) => measure)];
  return {
    id: `similarity-${slug(experiment)}`,
    title: `${task}: similarity of prediction and response`,
    lead: 'Different prompts: similarity of the responses to two different prompts; a prediction at this level contains no information about the response. Re-execution: similarity of two responses to the same prompt.',
    ...filled(
      own.filter(({ measure }) => wanted.includes(measure)),
      [
        left('model', 'Model name as given by the user, with the condition or run if there are several.', (each) =>
          textCell(labels(each), conditionNote(each)),
        ),
        left('measure', 'Name of the measure.', ({ measure }) => textCell(measureName(measure))),
        right('prediction [95 %]', 'Similarity of the prediction and the executed response.', valueCell),
        right('different prompts', 'Similarity of the responses to two different prompts.', fieldOf('baseRate')),
        right('re-execution', 'Similarity of two responses to the same prompt.', fieldOf('reexecution')),
        right('n', 'Number of units in the value.', countCell),
      ],
    ),
  };
}

/** Returns a table of accuracies by group of task and property for each experiment that has such groups. */
export function groupTables(groups: readonly GroupAccuracy[], taskOf: TaskName): readonly ReportTable[] {
  return [...Map.groupBy(groups, ({ experiment }) => experiment)].map(([experiment, own]) => ({
    id: `groups-${slug(experiment)}`,
    title: `${taskOf(experiment)}: accuracy by task and property`,
    lead: 'Absent predictions count as wrong. A group is in the macro average if at least 20 of its rows have a truth and its most frequent value has at most 95 % of them.',
    ...filled(own, columns),
  }));
}

const columns: readonly Column<GroupAccuracy>[] = [
  left('model', 'Name of the model.', ({ model, condition }) =>
    textCell(oneLine(model, maxNameWidth), oneLine(condition, maxNameWidth)),
  ),
  left('group', 'Task and property.', ({ group }) => textCell(oneLine(group, maxNameWidth))),
  right('n', 'Number of units with a truth.', ({ n }) => numberCell(n, String(n))),
  right('accuracy', 'Share of predictions that equal the truth.', ({ accuracy }) =>
    percentCell(accuracy, 'the model makes no predictions'),
  ),
  right(displayNames.baseRate, 'Accuracy of the most frequent value of the other strings.', ({ mode }) =>
    percentCell(mode, 'no other strings'),
  ),
  right('item rule', 'Accuracy of a rule that sees the string but not the model.', (entry) =>
    percentCell(entry.itemRule, 'no other strings'),
  ),
  right('re-execution', 'Accuracy of one execution as the prediction of the others.', (entry) =>
    percentCell(entry.reexecution, 'needs three executions, two of them equal (run with --samples 3 or more)'),
  ),
  right('entropy', 'Entropy of the true values, in bits.', ({ entropy }) =>
    entropy === null ? absentCell('no values') : numberCell(entropy, entropy.toFixed(2)),
  ),
  left('in macro', 'Whether the group is in the macro average.', (entry) => textCell(entry.inMacro ? 'yes' : 'no')),
];

type NumberField = Exclude<AbsentField, 'interval' | 'bounds'>;

/** Returns the cell of an estimate's field, or `n/a` with the reason. */
function fieldCell(estimate: Estimate, field: NumberField): TableCell {
  const value = estimate[field];
  if (value === null) return absentCell(explainAbsence(estimate, field));
  return numberCell(value, numberText(value, estimate.unit));
}

/** Returns the function that makes the cell of a field. */
function fieldOf(field: NumberField): (estimate: Estimate) => TableCell {
  return (estimate) => fieldCell(estimate, field);
}

/** Returns the cell of the value with its interval; the note gives the method of the interval. */
function valueCell(estimate: Estimate): TableCell {
  const { value, interval, unit, level, method } = estimate;
  if (value === null) return absentCell(explainAbsence(estimate, 'value'));
  if (interval === null) return partialCell(value, numberText(value, unit), method);
  const note = `${Math.round(level * 100)} % interval: ${method}`;
  return intervalCell(value, interval, { unit, note });
}

function boundsCell(estimate: Estimate): TableCell {
  const { bounds, unit } = estimate;
  if (bounds === null) return absentCell(explainAbsence(estimate, 'bounds'));
  return pairCell(bounds, `${numberText(bounds[0], unit)} … ${numberText(bounds[1], unit)}`);
}

function countCell({ n, clusters }: Estimate): TableCell {
  return numberCell(n, countText(n), `in ${counted(clusters, 'group')} of items`);
}

function coverageCell({ coverage }: Estimate): TableCell {
  const { units, usable } = coverage;
  if (units === 0) return absentCell('no units');
  const lost = reasonCountsText(coverage.lost);
  const cell = pairCell([usable, units], `${usable}/${units}`, lost === '' ? 'nothing is missing' : `missing: ${lost}`);
  const sorted = { ...cell, sort: shareOfUnits(coverage) };
  return lost === '' ? sorted : { ...sorted, isPartial: true };
}
