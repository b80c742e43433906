import type { Measure } from '../../domain/measure.ts';
import { ratio } from '../../stats/basic/moments.ts';
import * as confusion from '../../stats/binary/confusion.ts';
import { detection } from '../../stats/binary/detection.ts';
import type { BaseRate } from '../base-rate.ts';
import { binaryBaseRates } from './binary-base-rates.ts';
import { binaryPlaces } from './binary-tally.ts';

type Totals = ArrayLike<number>;

/** Indices of the columns. They are written as properties, because V8 looks a name in a variable up in every call. */
const at = binaryPlaces;

function column(totals: Totals, index: number): number {
  return totals[index] ?? 0;
}

const cells = (totals: Totals) => confusion.confusionOf(totals);
const repeats = (totals: Totals) => confusion.confusionOf(totals, at.repeatTruePositive);
const counted = (totals: Totals) => confusion.total(cells(totals));
const withFailures = (totals: Totals) => counted(totals) + column(totals, at.failed);

const labelAccuracyOf = (totals: Totals) => ratio(column(totals, at.labelRight), column(totals, at.labelled));

interface CellRule {
  readonly value: (counts: confusion.Confusion) => number | null;
  readonly baseRate?: BaseRate;
  readonly meanOver?: (counts: confusion.Confusion) => number;
}

const cellPlaces = [at.truePositive, at.falsePositive, at.trueNegative, at.falseNegative];

/** Creates a measure that uses only the four cells of the confusion matrix, so that failures do not count. */
function ofCells(name: string, unit: Measure['unit'], { value, baseRate, meanOver }: CellRule): Measure {
  return {
    name,
    kind: 'binary',
    unit,
    value: (totals) => value(cells(totals)),
    reads: cellPlaces,
    n: counted,
    reexecution: (totals) => value(repeats(totals)),
    ...baseRate,
    ...(meanOver === undefined ? {} : { meanOver: (totals) => meanOver(cells(totals)) }),
  };
}

/** Share of correct predictions. Failures count as wrong if the tally's policy includes them. */
export const accuracy: Measure = {
  name: 'accuracy',
  kind: 'binary',
  unit: 'share',
  value: (totals) => ratio(column(totals, at.truePositive) + column(totals, at.trueNegative), withFailures(totals)),
  reads: [...cellPlaces, at.failed],
  n: withFailures,
  meanOver: withFailures,
  ...binaryBaseRates.accuracy,
  optimum: {
    up: (totals) => ratio(column(totals, at.bestUp), column(totals, at.bestUnits)),
    down: (totals) => ratio(column(totals, at.bestDown), column(totals, at.bestUnits)),
  },
  reexecution: (totals) => confusion.accuracy(repeats(totals)),
  bounds: (totals) => {
    const right = column(totals, at.truePositive) + column(totals, at.trueNegative);
    const all = withFailures(totals);
    return all > 0 ? [right / all, (right + column(totals, at.failed)) / all] : null;
  },
  itemRule: labelAccuracyOf,
};

export const recall = ofCells('recall', 'share', {
  value: confusion.recall,
  meanOver: ({ truePositive, falseNegative }) => truePositive + falseNegative,
});
export const precision = ofCells('precision', 'share', {
  value: confusion.precision,
  meanOver: ({ truePositive, falsePositive }) => truePositive + falsePositive,
});
export const positiveRate = ofCells('positive_rate', 'share', {
  value: confusion.positiveRate,
  meanOver: confusion.total,
});
export const f1 = ofCells('f1', 'share', { value: confusion.f1 });
export const mcc = ofCells('mcc', 'correlation', { value: confusion.mcc, baseRate: binaryBaseRates.mcc });
export const balancedAccuracy = ofCells('balanced_accuracy', 'share', {
  value: confusion.balancedAccuracy,
  baseRate: binaryBaseRates.balancedAccuracy,
});
/**
 * Sensitivity d′: how well predictions separate "yes" from "no", independent of the cost of either error; 0 for any
 * rule that does not look at the item.
 */
export const dPrime = ofCells('d_prime', 'deviations', {
  value: (counts) => detection(counts)?.dPrime ?? null,
  baseRate: binaryBaseRates.dPrime,
});
/** Criterion c. Above 0, the model predicts "no" more readily than "yes". */
export const criterion = ofCells('criterion', 'deviations', {
  value: (counts) => detection(counts)?.criterion ?? null,
});
export const alwaysFalseAccuracy: Measure = {
  ...ofCells('always_false_accuracy', 'share', { value: confusion.alwaysFalseAccuracy, meanOver: confusion.total }),
  usesPrediction: false,
};
const wrong = (totals: Totals) =>
  column(totals, at.falseNegative) + column(totals, at.falsePositive) + column(totals, at.countedWrong);

/** FN / (FN + FP), the published "over-niceness rate": share of wrong predictions that expected a refusal. */
export const overNiceness: Measure = {
  ...ofCells('over_niceness', 'share', { value: confusion.falseNegativeShare }),
  value: (totals) => ratio(column(totals, at.falseNegative), wrong(totals)),
  reads: [at.falseNegative, at.falsePositive, at.countedWrong],
  n: wrong,
  meanOver: wrong,
};

export const majorityAccuracy: Measure = {
  name: 'majority_accuracy',
  usesPrediction: false,
  kind: 'binary',
  unit: 'share',
  value: binaryBaseRates.accuracy.baseRate,
  reads: [at.positive, at.negative],
  n: (totals) => column(totals, at.positive) + column(totals, at.negative),
};

/** Accuracy of the data set's label as the prediction. */
export const itemRuleAccuracy: Measure = {
  name: 'item_rule_accuracy',
  usesPrediction: false,
  kind: 'binary',
  unit: 'share',
  value: labelAccuracyOf,
  reads: [at.labelRight, at.labelled],
  n: (totals) => column(totals, at.labelled),
  meanOver: (totals) => column(totals, at.labelled),
};

/** Accuracy of a re-execution as the prediction of the first: the score of a model that could run itself. */
export const reexecutionAccuracy: Measure = {
  name: 'reexecution_accuracy',
  usesPrediction: false,
  kind: 'binary',
  unit: 'share',
  value: (totals) => confusion.accuracy(repeats(totals)),
  reads: [at.repeatTruePositive, at.repeatFalsePositive, at.repeatTrueNegative, at.repeatFalseNegative],
  n: (totals) => confusion.total(repeats(totals)),
  meanOver: (totals) => confusion.total(repeats(totals)),
};

/** Measures of a yes/no outcome without a label that is predicted with a probability; the first is the headline. */
export const probabilityMeasures: readonly Measure[] = [
  accuracy,
  mcc,
  balancedAccuracy,
  dPrime,
  criterion,
  positiveRate,
  majorityAccuracy,
  reexecutionAccuracy,
];
