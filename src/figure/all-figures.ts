import type { Comparison, ComparisonMatrix } from '../analyse/comparison.ts';
import type { ConditionSpread } from '../analyse/conditions.ts';
import type { Estimate } from '../analyse/estimate.ts';
import type { RaschReport } from '../analyse/rasch-table.ts';
import type { PublishedResults } from '../dataset/published-results.ts';
import { allExperiments } from './all-experiments.ts';
import { associationMetrics } from './association-metrics.ts';
import { type CalibrationRow, calibration } from './calibration.ts';
import { conditionLevels } from './condition-levels.ts';
import { conditionSpread } from './condition-spread.ts';
import { correlationMatrix } from './correlation-matrix.ts';
import { coverageByReason } from './coverage.ts';
import { difficultyMetrics } from './difficulty-metrics.ts';
import type { FigureRows } from './estimate-dots.ts';
import type { Figure } from './figure.ts';
import { pairAccuracy } from './pair-accuracy.ts';
import { questionTokens } from './question-tokens.ts';
import { rankingTokens } from './ranking-tokens.ts';
import { raschMap } from './rasch-map.ts';
import { restrictionMetrics } from './restriction-metrics.ts';
import { scoreAndAbility } from './score-and-ability.ts';
import { scoreAndCompany } from './score-and-company.ts';
import { selfAdvantage } from './self-advantage.ts';
import { selfAdvantageMatrix } from './self-advantage-matrix.ts';
import { labelsOf } from './series.ts';
import { stumpMetrics } from './stump-metrics.ts';
import { verbatimMetrics } from './verbatim-metrics.ts';

export interface FigureInput {
  readonly estimates: readonly Estimate[];
  readonly comparison: Comparison | null;
  readonly rasch: RaschReport | null;
  /** The fifteen models of the paper to draw beside; null for none. */
  readonly published: PublishedResults | null;
  readonly calibration: readonly CalibrationRow[];
  readonly spreads: readonly ConditionSpread[];
}

/** Every figure of a report, drawn or absent for a named reason, in the order in which they are to be read. */
export function allFigures(input: FigureInput): readonly Figure[] {
  const { estimates, comparison, rasch, published } = input;
  const rows: FigureRows = { estimates, labels: labelsOf(estimates), published };
  const all = comparison?.matrices ?? [];
  const conditions = new Set(all.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const several = conditions.size > new Set(all.map(({ experiment }) => experiment)).size;
  const matrices = drawnMatrices(all);
  return differentlyNamed([
    scoreAndCompany(rows),
    ...(matrices.length === 0 ? [noMatrix] : matrices.map((matrix) => selfAdvantageMatrix(matrix, several))),
    ...(matrices.length === all.length ? [] : [moreMatrices(all.length - matrices.length)]),
    selfAdvantage(comparison?.self_advantage ?? [], several),
    pairAccuracy(rows),
    calibration(input.calibration),
    coverageByReason(rows),
    associationMetrics(rows),
    restrictionMetrics(rows),
    difficultyMetrics(rows),
    questionTokens(rows),
    rankingTokens(rows),
    ...stumpMetrics(rows),
    ...verbatimMetrics(rows),
    ...conditionSpread(input.spreads),
    ...conditionLevels(input.spreads),
    allExperiments(rows),
    scoreAndAbility(rows, rasch),
    correlationMatrix(rows, rasch),
    raschMap(rasch),
  ]);
}

const mostConditions = 4;

/** All matrices of an experiment, or those under its first condition where it has too many to be looked at. */
function drawnMatrices(all: readonly ComparisonMatrix[]): readonly ComparisonMatrix[] {
  return [...Map.groupBy(all, ({ experiment }) => experiment).values()].flatMap((own) => {
    const conditions = new Set(own.map(({ condition }) => condition));
    return conditions.size <= mostConditions ? own : own.filter(({ condition }) => condition === own[0]?.condition);
  });
}

function moreMatrices(count: number): Figure {
  const reason = `${count} matrices of further conditions are in comparison.json`;
  return { kind: 'absent', name: 'self-advantage-matrix-more', title: 'Who predicts whom, other conditions', reason };
}

/** Names become file names: where two would be the same, the later one is numbered. */
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
  name: 'self-advantage-matrix',
  title: 'Who predicts whom',
  reason: 'needs two models or more on the same items',
};
