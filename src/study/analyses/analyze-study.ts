import { ladderCurves } from '../../analyze/ladder/ladder-curves.ts';
import type { StudyResult } from '../../results/study-result.ts';
import { accuracyTable, predictorAccuracies } from './accuracy.ts';
import { analyzePairs, type NearCopy, pairsOf } from './analyze-pairs.ts';
import { behaviorChange } from './behavior-change.ts';
import { compareByProperty } from './by-property.ts';
import { calibrations, reliabilities } from './calibration.ts';
import { CellIndex } from './cells.ts';
import { withoutEqualTrainings } from './equal-trainings.ts';
import type { Doubt } from './pair-table.ts';
import { reasoningEffects } from './reasoning.ts';
import type { CalibrationSamples, LadderArm, ModeRows, PredictionRow, ShiftRow, TransferRow } from './rows.ts';
import { type BaselineRule, groupsWithItemValues, type RulesOfTargets, rulesOfTargets } from './rules.ts';
import { transferEffects } from './transfer-effect.ts';

/** All rows of a study. The analysis of a list that the study did not collect is empty. */
export interface StudyRows {
  readonly predictions: readonly PredictionRow[];
  /** Predictions of all arms in each mode; null: the study compares none. */
  readonly modes?: ModeRows | null;
  readonly calibration?: readonly CalibrationSamples[];
  /** Rows before and after a target was trained to predict itself. */
  readonly selfTraining?: readonly ShiftRow[];
  /** Rows before and after further training of the target. */
  readonly shifts?: readonly ShiftRow[];
  /** Rows executed with and without a system prompt that the predictions did not have. */
  readonly promptShifts?: readonly ShiftRow[];
  readonly transfer?: readonly TransferRow[];
  /** Predictions of items on a ladder. */
  readonly ladder?: readonly LadderArm[];
  readonly nearCopies?: readonly NearCopy[];
}

/** Options of the analysis of a study. Equal rows and options give bit-identical results. */
interface StudyOptions {
  readonly seed: number;
  /** Set for a study that was trained elsewhere: predictors that are no target are references, and the constants are given. */
  readonly recorded?: {
    readonly constants: ReadonlyMap<string, BaselineRule>;
    readonly doubts: readonly Doubt[];
  };
}

/** Turns the rows of a study into its complete machine-readable result. */
export function analyzeStudy(rows: StudyRows, { seed, recorded }: StudyOptions): StudyResult {
  const { calibration = [], selfTraining = [], shifts = [], promptShifts = [] } = rows;
  const { rows: predictions, equal } = withoutEqualTrainings(rows.predictions);
  const lost = withoutValue(predictions);
  const index = new CellIndex(predictions);
  const rules = recorded === undefined ? rulesOfTargets(predictions, seed) : constantsAsRules(recorded.constants);
  const given = recorded === undefined ? {} : { ...recorded, references: index.references() };
  const paired = { seed, rules, ...given };
  const itemValueGroups = groupsWithItemValues(predictions);
  const accuracy = accuracyTable(predictions, rules);
  return {
    seed,
    pairs: analyzePairs(index, rows.nearCopies ?? [], paired),
    predictors: predictorAccuracies(predictions, accuracy),
    accuracy,
    properties: pairsOf(index.models).flatMap((pair) => compareByProperty(index, pair, paired)),
    ...(itemValueGroups.length === 0 ? {} : { itemValueGroups }),
    ...(equal.length === 0 ? {} : { equalTrainings: equal }),
    ...(lost.units === 0 ? {} : { withoutValue: lost }),
    behaviorChange: [
      ...behaviorChange(selfTraining, 'self-training'),
      ...behaviorChange(shifts, 'training'),
      ...behaviorChange(promptShifts, 'prompt'),
    ],
    calibration: calibrations(calibration),
    reliability: reliabilities(calibration),
    ladder: (rows.ladder ?? []).flatMap(({ units, ...arm }) =>
      ladderCurves(units).map((curve) => ({ ...arm, ...curve })),
    ),
    transfer: transferEffects(rows.transfer ?? []),
    ...(rows.modes == null ? {} : { reasoning: reasoningEffects(rows.modes, { rules }) }),
  };
}

/** Returns how many held-out answers of all have no value, so that no prediction of them is right or wrong. */
function withoutValue(rows: readonly PredictionRow[]): { readonly units: number; readonly of: number } {
  const truths = new Map(
    rows.flatMap(({ split, target, task, property, cluster, truth }) =>
      split === 'train' ? [] : [[JSON.stringify([target, task, property, cluster]), truth]],
    ),
  );
  return { units: [...truths.values()].filter((truth) => truth === null).length, of: truths.size };
}

/** Returns given constants as the base rates of their targets. */
function constantsAsRules(constants: ReadonlyMap<string, BaselineRule>): RulesOfTargets {
  return new Map([...constants].map(([target, rule]) => [target, new Map([['mode' as const, rule]])]));
}
