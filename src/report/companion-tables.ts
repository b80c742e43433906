import type { Estimate } from '../analyse/estimate.ts';
import { labelsOf } from '../figure/series.ts';
import { slug } from '../figure/slug.ts';
import { countCell, fieldCell, valueCell } from './estimate-cells.ts';
import { type Companion, companionsIn, measureName } from './experiment-notes.ts';
import { conditionNote, experimentsOf } from './score-tables.ts';
import { absentCell, left, type ReportTable, right, textCell } from './tables.ts';

/** What has to be read beside the headlines of `stump` and `verbatim`. */
export function companionTables(estimates: readonly Estimate[]): readonly ReportTable[] {
  return experimentsOf(estimates).flatMap((experiment) => {
    const own = estimates.filter((each) => each.experiment === experiment && each.policy === 'parsed');
    const there = companionsIn(own);
    const likenesses = there.filter(({ likeness }) => likeness === true);
    const shares = there.filter(({ likeness }) => likeness !== true);
    return [
      ...(likenesses.length === 0 ? [] : [likenessTable(experiment, own, likenesses)]),
      ...(shares.length === 0 ? [] : [sharesTable(experiment, own, shares)]),
    ];
  });
}

function sharesTable(experiment: string, own: readonly Estimate[], companions: readonly Companion[]): ReportTable {
  const labels = labelsOf(own);
  const place = ({ run, model, condition }: Estimate) => JSON.stringify([run, model, condition]);
  const rows = [...Map.groupBy(own, place).values()];
  return {
    id: `beside-${slug(experiment)}`,
    title: `${experiment}: what stands beside it`,
    lead: 'Shares with their intervals; the name of a column says more when it is pointed at.',
    columns: [
      left('model', 'As the user named it; with the condition or the run where there are several.'),
      ...companions.map(({ name, help }) => right(name, help)),
    ],
    rows: rows.map((estimates) => [
      ...estimates.slice(0, 1).map((each) => textCell(labels(each), conditionNote(each))),
      ...companions.map(({ measure }) => {
        const found = estimates.find((each) => each.measure === measure);
        return found === undefined ? absentCell('not estimated') : valueCell(found);
      }),
    ]),
  };
}

function likenessTable(experiment: string, own: readonly Estimate[], companions: readonly Companion[]): ReportTable {
  const labels = labelsOf(own);
  const wanted = [own[0]?.measure, ...companions.map(({ measure }) => measure)];
  return {
    id: `likeness-${slug(experiment)}`,
    title: `${experiment}: every likeness between its floor and its ceiling`,
    lead: 'Floor: responses to two different prompts. Ceiling: two responses to the same prompt. A forecast at the floor knows nothing of the response; one at the ceiling is as good as a second execution.',
    columns: [
      left('model', 'As the user named it; with the condition or the run where there are several.'),
      left('likeness', 'See docs/statistics.md for formulas.'),
      right('forecast [95 %]', 'Of the forecast and the executed response.'),
      right('floor', 'Of the responses to two different prompts.'),
      right('ceiling', 'Of two responses to the same prompt.'),
      right('skill', '(forecast − floor) / (ceiling − floor).'),
      right('n', 'Units that the value is a mean over.'),
    ],
    rows: own
      .filter(({ measure }) => wanted.includes(measure))
      .map((each) => [
        textCell(labels(each), conditionNote(each)),
        textCell(measureName(each.measure)),
        valueCell(each),
        fieldCell(each, 'base_rate'),
        fieldCell(each, 'ceiling'),
        fieldCell(each, 'normalised_skill'),
        countCell(each),
      ]),
  };
}
