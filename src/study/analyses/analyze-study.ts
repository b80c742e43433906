import { ladderCurves } from '../../analyze/ladder/ladder-curves.ts';
import { accuracyTable, rulesOfTargets } from './baselines/accuracy-table.ts';
import type { BaselineRule } from './baselines/baseline-rules.ts';
import { groupsWithItemValues } from './baselines/item-values.ts';
import { predictorAccuracies } from './baselines/predictor-accuracy.ts';
import { calibrations, reliabilities } from './calibration/calibrate.ts';
import { capabilities } from './capability.ts';
import { CellIndex } from './cells.ts';
import { againstScramble } from './pairs/against-scramble.ts';
import { analyzePairs, type JudgedPair, type NearCopy, pairsOf } from './pairs/analyze-pairs.ts';
import { compareByProperty } from './pairs/by-property.ts';
import type { RulesOfTargets } from './pairs/pair-table.ts';
import { reasoningEffects } from './reasoning/reasoning-effects.ts';
import { changeRecord, driftRecord, pairRecord } from './records.ts';
import type { CalibrationSamples, LadderArm, ModeRows, PredictionRow, ShiftRow, TransferRow } from './rows.ts';
import { scalingCurves } from './scaling.ts';
import { behaviorChange } from './shift/behavior-change.ts';
import { couplings } from './shift/coupling.ts';
import { drifts } from './shift/drift.ts';
import type { StudyResult } from './study-result.ts';
import { analyzeSubsets, oneTokenHabit, type RowFilters, type Subset } from './subsets.ts';
import { transferEffects } from './transfer-effect.ts';

/** All rows of a study. The analysis of a list that the study did not collect is empty. */
export interface StudyRows {
  readonly predictions: readonly PredictionRow[];
  /** Predictions of all arms in each mode; null: the study compares none. */
  readonly modes?: ModeRows | null;
  readonly calibration?: readonly CalibrationSamples[];
  /** Rows before and after further training of the target. */
  readonly shifts?: readonly ShiftRow[];
  /** Rows executed with and without a system prompt that the predictions did not have. */
  readonly promptShifts?: readonly ShiftRow[];
  /** Rows before and after a target was trained to predict itself. */
  readonly drift?: readonly ShiftRow[];
  /** Rows of self-trained models: the label (`before`) and the trained model's own value (`after`). */
  readonly coupling?: readonly ShiftRow[];
  readonly transfer?: readonly TransferRow[];
  /** Predictions of items on a ladder. */
  readonly ladder?: readonly LadderArm[];
  readonly nearCopies?: readonly NearCopy[];
}

/** Options of the analysis of a study. Equal rows and options give bit-identical results. */
interface StudyOptions {
  readonly seed: number;
  /** Further parts of the rows that the pairs are analyzed on; none unless set. */
  readonly filters?: RowFilters;
  /** Set for a study that was trained elsewhere: predictors that are no target are references, and the constants are given. */
  readonly recorded?: { readonly constants: ReadonlyMap<string, BaselineRule> };
}

/** Turns the rows of a study into its complete machine-readable result. */
export function analyzeStudy(rows: StudyRows, options: StudyOptions): StudyResult {
  const { predictions, nearCopies = [] } = rows;
  const index = new CellIndex(predictions);
  const { recorded } = options;
  const rules =
    recorded === undefined ? rulesOfTargets(predictions, options.seed) : constantsAsRules(recorded.constants);
  const given = recorded === undefined ? {} : { constants: recorded.constants, references: index.references() };
  const paired = {
    seed: options.seed,
    ...(options.filters === undefined ? {} : { filters: options.filters }),
    rules,
    ...given,
  };
  const subsets = analyzeSubsets(predictions, nearCopies, paired);
  const reasoning = rows.modes == null ? null : reasoningEffects(rows.modes, paired);
  const ownValues = groupsWithItemValues(predictions);
  const { accuracy, beyondBaselines } = accuracyTable(predictions, rules);
  return {
    seed: options.seed,
    pairs: analyzePairs(index, nearCopies, paired).map((pair) => pairRecord(pair, cautionOf(pair, subsets))),
    parsedPairs: analyzePairs(index, nearCopies, { ...paired, policy: 'parsed' }).map((pair) => pairRecord(pair, null)),
    untrainedPairs: analyzePairs(index, nearCopies, { ...paired, kind: 'untrained' }).map((pair) =>
      pairRecord(pair, null),
    ),
    subsets: subsets.map(({ pairs, ...subset }) => ({ ...subset, pairs: pairs.map((pair) => pairRecord(pair, null)) })),
    accuracy: accuracy.map((entry) => ({ ...entry, baselines: { ...entry.baselines } })),
    predictors: predictorAccuracies(predictions, accuracy).map((each) => ({
      ...each,
      accuracy: each.accuracy,
    })),
    properties: pairsOf(index.models)
      .flatMap((pair) => compareByProperty(index, pair, paired))
      .map(({ self, cross, difference, ...each }) => ({
        ...each,
        self,
        cross,
        difference,
      })),
    ...(ownValues.length === 0 ? {} : { itemValueGroups: [...ownValues] }),
    beyondBaselines: [...beyondBaselines],
    trainingGains: againstScramble(index).map(({ base, target, itemSpecific, formatAndBaseRate }) => ({
      base,
      target,
      itemSpecific: itemSpecific.difference,
      formatAndBaseRate: formatAndBaseRate.difference,
    })),
    capabilities: capabilities(predictions).map((each) => ({ ...each, flags: [...each.flags] })),
    ...sampledAnalyses(rows, options.seed),
    ladder: (rows.ladder ?? []).flatMap(({ units, ...arm }) =>
      ladderCurves(units).map((curve) => ({ ...arm, ...curve })),
    ),
    scaling: scalingCurves(predictions).map((curve) => ({
      ...curve,
      points: curve.points.map(({ size, ...point }) => ({
        size,
        accuracy: point.accuracy,
        advantage: point.advantage,
      })),
      lastDoubling: curve.lastDoubling,
    })),
    ...(reasoning === null
      ? {}
      : { reasoning: { ...reasoning, arms: [...reasoning.arms], changes: [...reasoning.changes] } }),
  };
}

/** Returns given constants as the base rates of their targets. */
function constantsAsRules(constants: ReadonlyMap<string, BaselineRule>): RulesOfTargets {
  return new Map([...constants].map(([target, rule]) => [target, new Map([['mode' as const, rule]])]));
}

type Sampled = Pick<StudyResult, 'calibration' | 'reliability' | 'behaviorChange' | 'drift' | 'coupling' | 'transfer'>;

function sampledAnalyses(rows: StudyRows, seed: number): Sampled {
  const { calibration = [], shifts = [], promptShifts = [], drift = [], coupling = [], transfer = [] } = rows;
  return {
    calibration: calibrations(calibration, seed).map((each) => ({
      ...each,
      deviation: each.deviation,
      curve: [...each.curve],
    })),
    reliability: reliabilities(calibration).map(({ bins, ...each }) => ({
      ...each,
      bins: bins.map((bin) => ({ ...bin })),
    })),
    behaviorChange: [
      ...behaviorChange(shifts, seed).map((change) => changeRecord(change, 'training')),
      ...behaviorChange(promptShifts, seed).map((change) => changeRecord(change, 'prompt')),
    ],
    drift: drifts(drift).map(driftRecord),
    coupling: couplings(coupling).map(({ target, n, label, current, difference }) => ({
      target,
      n,
      label,
      current,
      difference,
    })),
    transfer: [...transferEffects(transfer)],
  };
}

function cautionOf(pair: JudgedPair, subsets: readonly Subset[]): string | null {
  const [shallow, deep] = ['shallow', 'deep'].map((name) =>
    subsets.find((subset) => subset.name === name)?.pairs.find(({ a, b }) => a === pair.a && b === pair.b),
  );
  return shallow === undefined || deep === undefined ? null : oneTokenHabit(shallow, deep);
}
