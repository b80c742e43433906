import type { Comparison } from '../analyse/comparison.ts';
import type { Estimate } from '../analyse/estimate.ts';
import type { RaschReport } from '../analyse/rasch-table.ts';
import type { PublishedResults } from '../dataset/published-results.ts';
import { allExperiments } from './all-experiments.ts';
import { associationMetrics } from './association-metrics.ts';
import { type CalibrationRow, calibration } from './calibration.ts';
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

export interface FigureInput {
  readonly estimates: readonly Estimate[];
  readonly comparison: Comparison | null;
  readonly rasch: RaschReport | null;
  /** The fifteen models of the paper to draw beside; null for none. */
  readonly published: PublishedResults | null;
  readonly calibration: readonly CalibrationRow[];
}

/** Every figure of a report, drawn or absent for a named reason, in the order in which they are to be read. */
export function allFigures(input: FigureInput): readonly Figure[] {
  const { estimates, comparison, rasch, published } = input;
  const rows: FigureRows = { estimates, labels: labelsOf(estimates), published };
  const matrices = comparison?.matrices ?? [];
  const conditions = new Set(matrices.map(({ experiment, condition }) => JSON.stringify([experiment, condition])));
  const several = conditions.size > new Set(matrices.map(({ experiment }) => experiment)).size;
  return differentlyNamed([
    scoreAndCompany(rows),
    ...(matrices.length === 0 ? [noMatrix] : matrices.map((matrix) => selfAdvantageMatrix(matrix, several))),
    selfAdvantage(comparison?.self_advantage ?? [], several),
    pairAccuracy(rows),
    calibration(input.calibration),
    coverageByReason(rows),
    associationMetrics(rows),
    restrictionMetrics(rows),
    difficultyMetrics(rows),
    questionTokens(rows),
    rankingTokens(rows),
    allExperiments(rows),
    scoreAndAbility(rows, rasch),
    correlationMatrix(rows, rasch),
    raschMap(rasch),
  ]);
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
