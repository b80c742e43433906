import type { Estimate } from '../../domain/estimate.ts';
import type { SecondaryMeasure } from '../../experiments/presentation.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { buildLabels } from '../figures/marks/labels.ts';
import { slug } from '../figures/render/slug.ts';
import { countCell, fieldCell, valueCell } from './estimate-cells.ts';
import { measureName, secondaryMeasures } from './experiment-notes.ts';
import { absentCell, left, type ReportTable, right, textCell } from './report-table.ts';
import { conditionNote, experimentNames } from './score-tables.ts';

/** Returns the measures that are shown next to the headlines, for experiments that declare some. */
export function secondaryMeasureTables(
  experiments: Experiments,
  estimates: readonly Estimate[],
): readonly ReportTable[] {
  return experimentNames(estimates).flatMap((experiment) => {
    const own = estimates.filter((each) => each.experiment === experiment && each.policy === 'parsed');
    const there = secondaryMeasures(experiments, own);
    const similarities = there.filter(({ isSimilarity }) => isSimilarity === true);
    const shares = there.filter(({ isSimilarity }) => isSimilarity !== true);
    return [
      ...(similarities.length === 0 ? [] : [similarityTable(experiment, own, similarities)]),
      ...(shares.length === 0 ? [] : [sharesTable(experiment, own, shares)]),
    ];
  });
}

function sharesTable(experiment: string, own: readonly Estimate[], measures: readonly SecondaryMeasure[]): ReportTable {
  const labels = buildLabels(own);
  const place = ({ run, model, condition }: Estimate) => JSON.stringify([run, model, condition]);
  const rows = [...Map.groupBy(own, place).values()];
  return {
    id: `beside-${slug(experiment)}`,
    title: `${experiment}: secondary measures`,
    lead: 'Shares with their intervals.',
    columns: [
      left('model', 'Model name as given by the user, with the condition or run if there are several.'),
      ...measures.map(({ name, help }) => right(name, help)),
    ],
    rows: rows.map((estimates) => [
      ...estimates.slice(0, 1).map((each) => textCell(labels(each), conditionNote(each))),
      ...measures.map(({ measure }) => {
        const found = estimates.find((each) => each.measure === measure);
        return found === undefined ? absentCell('not estimated') : valueCell(found);
      }),
    ]),
  };
}

function similarityTable(
  experiment: string,
  own: readonly Estimate[],
  measures: readonly SecondaryMeasure[],
): ReportTable {
  const labels = buildLabels(own);
  const wanted = [own[0]?.measure, ...measures.map(({ measure }) => measure)];
  return {
    id: `similarity-${slug(experiment)}`,
    title: `${experiment}: similarity of prediction and response`,
    lead: 'Different prompts: similarity of the responses to two different prompts; a prediction at this level contains no information about the response. Re-execution: similarity of two responses to the same prompt.',
    columns: [
      left('model', 'Model name as given by the user, with the condition or run if there are several.'),
      left('measure', 'See docs/statistics.md for formulas.'),
      right('prediction [95 %]', 'Similarity of the prediction and the executed response.'),
      right('different prompts', 'Similarity of the responses to two different prompts.'),
      right('re-execution', 'Similarity of two responses to the same prompt.'),
      right('skill', '0 is the level of different prompts; 1 is the level of a re-execution.'),
      right('n', 'Number of units in the value.'),
    ],
    rows: own
      .filter(({ measure }) => wanted.includes(measure))
      .map((each) => [
        textCell(labels(each), conditionNote(each)),
        textCell(measureName(each.measure)),
        valueCell(each),
        fieldCell(each, 'base_rate'),
        fieldCell(each, 'reexecution'),
        fieldCell(each, 'skill'),
        countCell(each),
      ]),
  };
}
