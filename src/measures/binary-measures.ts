import type { Measure } from '../domain/measure.ts';
import { ratio } from '../stats/basic/moments.ts';
import * as confusion from '../stats/binary/confusion.ts';
import { detection } from '../stats/binary/detection.ts';
import { type BinaryColumn, binaryColumns, binaryPlaces } from './binary-tally.ts';

type Totals = ArrayLike<number>;

function column(totals: Totals, name: BinaryColumn): number {
  return totals[binaryPlaces[name]] ?? 0;
}

const cells = (totals: Totals) => confusion.confusionOf(totals);
const repeats = (totals: Totals) => confusion.confusionOf(totals, binaryColumns.indexOf('repeatTruePositive'));
const counted = (totals: Totals) => confusion.total(cells(totals));
const withFailures = (totals: Totals) => counted(totals) + column(totals, 'failed');

/** Returns the more frequent outcome's share of the known outcomes. */
function majority(totals: Totals): number | null {
  const positive = column(totals, 'positive');
  const negative = column(totals, 'negative');
  return ratio(Math.max(positive, negative), positive + negative);
}

const labelAccuracyOf = (totals: Totals) => ratio(column(totals, 'labelRight'), column(totals, 'labelled'));

interface CellRule {
  readonly value: (counts: confusion.Confusion) => number | null;
  readonly baseRate?: number;
  readonly meanOver?: (counts: confusion.Confusion) => number;
}

/** Creates a measure that uses only the four cells of the confusion matrix, so that failures do not count. */
function ofCells(name: string, unit: Measure['unit'], { value, baseRate, meanOver }: CellRule): Measure {
  return {
    name,
    kind: 'binary',
    unit,
    value: (totals) => value(cells(totals)),
    n: counted,
    reexecution: (totals) => value(repeats(totals)),
    ...(baseRate === undefined ? {} : { baseRate: () => baseRate }),
    ...(meanOver === undefined ? {} : { meanOver: (totals) => meanOver(cells(totals)) }),
  };
}

/** Share of correct predictions. Failures count as wrong if the tally's policy includes them. */
export const accuracy: Measure = {
  name: 'accuracy',
  kind: 'binary',
  unit: 'share',
  value: (totals) => ratio(column(totals, 'truePositive') + column(totals, 'trueNegative'), withFailures(totals)),
  reads: (['truePositive', 'falsePositive', 'trueNegative', 'falseNegative', 'failed'] as const).map(
    (name) => binaryPlaces[name],
  ),
  n: withFailures,
  meanOver: withFailures,
  constants: (tally) => [column(tally, 'negative'), column(tally, 'positive')],
  constantsWeight: (tally) => column(tally, 'positive') + column(tally, 'negative'),
  baseRate: majority,
  optimum: {
    up: (totals) => ratio(column(totals, 'bestUp'), column(totals, 'bestUnits')),
    down: (totals) => ratio(column(totals, 'bestDown'), column(totals, 'bestUnits')),
  },
  reexecution: (totals) => confusion.accuracy(repeats(totals)),
  bounds: (totals) => {
    const right = column(totals, 'truePositive') + column(totals, 'trueNegative');
    const all = withFailures(totals);
    return all > 0 ? [right / all, (right + column(totals, 'failed')) / all] : null;
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
export const mcc = ofCells('mcc', 'correlation', { value: confusion.mcc, baseRate: 0 });
export const balancedAccuracy = ofCells('balanced_accuracy', 'share', {
  value: confusion.balancedAccuracy,
  baseRate: 0.5,
});
/**
 * Sensitivity d′: how well predictions separate "yes" from "no", independent of the cost of either error; 0 for any
 * rule that does not look at the item.
 */
export const dPrime = ofCells('d_prime', 'deviations', {
  value: (counts) => detection(counts)?.dPrime ?? null,
  baseRate: 0,
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
  column(totals, 'falseNegative') + column(totals, 'falsePositive') + column(totals, 'countedWrong');

/** FN / (FN + FP), the published "over-niceness rate": share of wrong predictions that expected a refusal. */
export const overNiceness: Measure = {
  ...ofCells('over_niceness', 'share', { value: confusion.falseNegativeShare }),
  value: (totals) => ratio(column(totals, 'falseNegative'), wrong(totals)),
  n: wrong,
  meanOver: wrong,
};

export const majorityAccuracy: Measure = {
  name: 'majority_accuracy',
  usesPrediction: false,
  kind: 'binary',
  unit: 'share',
  value: majority,
  n: (totals) => column(totals, 'positive') + column(totals, 'negative'),
};

/** Accuracy of the data set's label as the prediction. */
export const itemRuleAccuracy: Measure = {
  name: 'item_rule_accuracy',
  usesPrediction: false,
  kind: 'binary',
  unit: 'share',
  value: labelAccuracyOf,
  n: (totals) => column(totals, 'labelled'),
  meanOver: (totals) => column(totals, 'labelled'),
};

/** Accuracy of a re-execution as the prediction of the first: the score of a model that could run itself. */
export const reexecutionAccuracy: Measure = {
  name: 'reexecution_accuracy',
  usesPrediction: false,
  kind: 'binary',
  unit: 'share',
  value: (totals) => confusion.accuracy(repeats(totals)),
  n: (totals) => confusion.total(repeats(totals)),
  meanOver: (totals) => confusion.total(repeats(totals)),
};
