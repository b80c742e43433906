import type { CalibrationRow } from '../../analyze/estimates/calibration-points.ts';
import type { RaschReport } from '../../analyze/rasch/rasch-table.ts';
import type { PublishedResults } from '../../data/files/published-results.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { taskNames } from '../../experiments/task-name.ts';
import type { AttributeResults } from '../../results/attributes.ts';
import type { ComparedTask, Comparison } from '../../results/comparison.ts';
import { displayNames } from '../../results/display-names.ts';
import type { ConditionSpread, Estimate } from '../../results/estimate.ts';
import type { Finding } from '../../results/finding.ts';
import type { LadderFinding } from '../../results/ladder.ts';
import { oneLine } from '../../util/text.ts';
import { attributeFigures } from './attribute-figures.ts';
import { beyondOthersMatrix } from './beyond-others-matrix.ts';
import { calibration } from './calibration.ts';
import { comparisonFigure } from './comparison-figure.ts';
import { conditionLevels, conditionSpread } from './condition-figures.ts';
import { coverageByReason } from './coverage.ts';
import { experimentFigures } from './experiment-figures.ts';
import { findingsFigure } from './findings-figure.ts';
import { ladderFigure } from './ladder-figure.ts';
import { buildLabels, type FigureRows } from './marks/figure-rows.ts';
import { allExperiments } from './paper/all-experiments.ts';
import { correlationMatrix } from './paper/correlation-matrix.ts';
import { raschMap } from './paper/rasch-map.ts';
import { abilityOf, scoreAndAbility } from './paper/score-and-ability.ts';
import type { Figure } from './render/figure.ts';

export interface FigureInput {
  readonly experiments: Experiments;
  readonly estimates: readonly Estimate[];
  /** What was found about each model, in the first figure. */
  readonly findings: readonly Finding[];
  /** Scores along axes of difficulty; absent: none. */
  readonly ladders?: readonly LadderFinding[];
  readonly comparison: Comparison | null;
  readonly rasch: RaschReport | null;
  /** The paper's fifteen models to draw for comparison; null if none. */
  readonly published: PublishedResults | null;
  readonly calibration: readonly CalibrationRow[];
  readonly spreads: readonly ConditionSpread[];
  /** What given attributes of the models say about their scores; null without attributes. */
  readonly attributes: AttributeResults | null;
}

/** Returns every figure of a report in reading order, drawn or absent for a reason. */
export function allFigures(input: FigureInput): readonly Figure[] {
  const { estimates, experiments, comparison, rasch, published } = input;
  const rows: FigureRows = { estimates, labels: buildLabels(estimates), experiments, published };
  const all = comparison?.tasks ?? [];
  const conditions = new Set(all.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const taskOf = taskNames(experiments);
  const severalConditions = conditions.size > new Set(all.map(({ experiment }) => experiment)).size;
  const matrices = drawnMatrices(all);
  return differentlyNamed([
    ...drawnFirst([
      findingsFigure(input.findings),
      ...(comparison === null ? [] : [comparisonFigure(comparison.differences, taskOf)]),
    ]),
    ...(matrices.length === 0
      ? [noMatrix]
      : matrices.map((matrix) => beyondOthersMatrix(matrix, { taskOf, severalConditions }))),
    ...(matrices.length === all.length ? [] : [moreMatrices(all.length - matrices.length)]),
    calibration(input.calibration, taskOf),
    coverageByReason(rows),
    ...experimentFigures(rows),
    ...ladderFigures(input.ladders ?? []),
    ...conditionSpread(input.spreads, taskOf),
    ...conditionLevels(input.spreads, taskOf),
    ...attributeFigures(input.attributes, taskOf),
    ...paperFigures(rows, rasch),
  ]);
}

/**
 * Returns figures of the paper's summary score and of general ability: drawn for several own models, or with the
 * paper's.
 */
function paperFigures(rows: FigureRows, rasch: RaschReport | null): readonly Figure[] {
  const models = new Set(rows.estimates.map(({ model }) => model));
  if (rows.published === null && models.size < minPaperModels) return [];
  // the map is of the models in the benchmark table, which a user's run has nothing to do with unless it has one of them
  const hasOwn = [...models].some((model) => abilityOf(rasch, model) !== null);
  return [
    ...[allExperiments(rows), scoreAndAbility(rows, rasch), correlationMatrix(rows, rasch)],
    ...(rows.published !== null || hasOwn ? [raschMap(rasch)] : []),
  ];
}

/** Draws the curves of each run and condition, with a panel for each model and axis. */
function ladderFigures(ladders: readonly LadderFinding[]): readonly Figure[] {
  const places = Map.groupBy(ladders, ({ run, condition }) => JSON.stringify([run, condition]));
  return [...places.values()].map((own) =>
    ladderFigure(
      own.map(({ axis, rungs, model }) => ({
        axis,
        rungs,
        panel: `${oneLine(model, 40)}: ${axis}`,
        series: displayNames.score,
      })),
      'ladder',
    ),
  );
}

/** Minimum number of own models to draw correlations over models and abilities without the published models. */
const minPaperModels = 6;

const mostConditions = 4;

/** Returns all matrices of an experiment, or those under its first condition if there are too many to read. */
function drawnMatrices(all: readonly ComparedTask[]): readonly ComparedTask[] {
  return [...Map.groupBy(all, ({ experiment }) => experiment).values()].flatMap((own) => {
    const conditions = new Set(own.map(({ condition }) => condition));
    return conditions.size <= mostConditions ? own : own.filter(({ condition }) => condition === own[0]?.condition);
  });
}

function moreMatrices(count: number): Figure {
  const reason = `comparison.json has ${count} tasks of other conditions`;
  return {
    kind: 'absent',
    name: 'beyond-others-more',
    title: 'Who predicts whom beyond what all share, other conditions',
    reason,
  };
}

/** Puts what is drawn first: a report of logs opens with the differences of its models, which have no predictions. */
function drawnFirst(figures: readonly Figure[]): readonly Figure[] {
  return figures.toSorted((a, b) => Number(a.kind === 'absent') - Number(b.kind === 'absent'));
}

/** Makes file names distinct: a repeated name gets a number. */
function differentlyNamed(figures: readonly Figure[]): readonly Figure[] {
  const taken = new Map<string, number>();
  return figures.map((figure) => {
    const times = (taken.get(figure.name) ?? 0) + 1;
    taken.set(figure.name, times);
    return times === 1 ? figure : { ...figure, name: `${figure.name}-${times}` };
  });
}

const noMatrix: Figure = {
  kind: 'absent',
  name: 'beyond-others',
  title: 'Who predicts whom beyond what all share',
  reason: 'needs three unrelated models on the same items',
};
