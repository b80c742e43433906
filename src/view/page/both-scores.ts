import type { TaskName } from '../../experiments/task-name.ts';
import { sideScoresFigure } from '../../report/figures/side-scores-figure.ts';
import { sideScoresTable } from '../../report/tables/side-scores-table.ts';
import type { ScorePair } from '../../results/comparison.ts';
import type { ComparePage, CompareQuery, CompareSide } from '../contract/contract-items.ts';
import { pageFigure } from './page-figures.ts';

type NamedSide = CompareSide & { readonly experiment: string };

/** Returns both scores of every experiment that two sides share, the compared one first: as a picture and as a table. */
export async function bothScores(
  query: CompareQuery,
  pairs: readonly ScorePair[],
  taskOf: TaskName,
): Promise<Pick<ComparePage, 'figure' | 'table'>> {
  const scores = pairs.filter(({ units }) => units > 0);
  const labels = sideLabels(query);
  return {
    figure: await pageFigure(sideScoresFigure(scores, labels, taskOf)),
    table: sideScoresTable(scores, labels, taskOf),
  };
}

/** Returns what distinguishes two sides: the models, else the conditions, else the runs. */
function sideLabels({ modelA, modelB, conditionA, conditionB, runA, runB }: CompareQuery) {
  if (modelA !== modelB) return { a: modelA, b: modelB };
  return conditionA === conditionB ? { a: `run ${runA}`, b: `run ${runB}` } : { a: conditionA, b: conditionB };
}

/** Returns the comparisons of the same two models, conditions or runs in the other experiments, at most one of each. */
export function sameSidesElsewhere(query: CompareQuery, sides: readonly NamedSide[]): readonly CompareQuery[] {
  const others = Map.groupBy(
    sides.filter(({ experiment }) => experiment !== query.experiment),
    ({ experiment }) => experiment,
  );
  return [...others].flatMap(([experiment, own]) => {
    const a = sideOf(own, { run: query.runA, model: query.modelA, condition: query.conditionA });
    const b = sideOf(own, { run: query.runB, model: query.modelB, condition: query.conditionB });
    const isLoose = query.modelA !== query.modelB;
    if (a === null || b === null || (!isLoose && !(a.isExact && b.isExact))) return [];
    return [
      {
        experiment,
        ...{ runA: a.side.run, modelA: a.side.model, conditionA: a.side.condition },
        ...{ runB: b.side.run, modelB: b.side.model, conditionB: b.side.condition },
      },
    ];
  });
}

/** Returns the side itself, or else the model's first side, in the same run if it has one there. */
function sideOf(sides: readonly NamedSide[], { run, model, condition }: CompareSide) {
  const own = sides.filter((side) => side.model === model);
  const exact = own.find((side) => side.run === run && side.condition === condition);
  const side = exact ?? own.find((each) => each.run === run) ?? own[0];
  return side === undefined ? null : { side, isExact: exact !== undefined };
}
