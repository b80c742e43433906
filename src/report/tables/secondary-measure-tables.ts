import { isAboveCoin } from '../../analyze/findings/losses.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { SecondaryMeasure } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import type { ReportTable } from '../../results/page.ts';
import { buildLabels } from '../figures/marks/labels.ts';
import { slug } from '../figures/render/slug.ts';
import { countCell, fieldOf, valueCell } from './estimate-cells.ts';
import { measureName, secondaryMeasures } from './experiment-notes.ts';
import { absentCell, filled, left, right, textCell } from './report-table.ts';
import { conditionNote, experimentNames } from './score-tables.ts';

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
        left('measure', 'See docs/statistics.md for formulas.', ({ measure }) => textCell(measureName(measure))),
        right('prediction [95 %]', 'Similarity of the prediction and the executed response.', valueCell),
        right('different prompts', 'Similarity of the responses to two different prompts.', fieldOf('baseRate')),
        right('re-execution', 'Similarity of two responses to the same prompt.', fieldOf('reexecution')),
        right('skill', '0 is the level of different prompts; 1 is the level of a re-execution.', fieldOf('skill')),
        right('n', 'Number of units in the value.', countCell),
      ],
    ),
  };
}
