import type { CheckFinding } from '../results/row-check.ts';
import { binomialTail } from '../stats/distributions.ts';
import { pBelow } from '../stats/jackknife.ts';
import { leastNumbers } from '../stats/least-numbers.ts';
import { mean, sampleVariance } from '../stats/moments.ts';
import { oneLine } from '../util/text.ts';
import { rowsOf } from './recorded-arms.ts';
import { constantsOf, type RecordedPredictor, type RecordedTables, type RecordedTarget } from './recorded-tables.ts';

/** A trained arm whose predictions are hardly its own about these items, so that no word depends on it. */
interface DoubtfulArm {
  readonly arm: RecordedPredictor;
  readonly check: 'filled values' | 'other items';
  /** What was found, without the name of the arm. */
  readonly found: string;
  /** The doubt, as what follows the name of the arm. */
  readonly doubt: string;
  readonly rows: CheckFinding['rows'];
}

/** Largest p (one-sided, over groups) of an arm and of a value below the constant; of predictions that equal the neighbor's answer. */
const [maxBelow, maxNeighbor] = [1e-3, 1e-5];
/** Fewest predictions of one value, smallest share of the predictions, and how many times its share of the answers. */
const [minFilled, minFilledShare, minExcess] = [10, 0.05, 2];

const filled = 'has predictions that look filled in';
const displaced = 'has predictions that may belong to other items';

/**
 * Returns the trained arms with a property of which the predictions equal the answers of neighboring items (sign test over groups),
 * are right less often than the constant (t over groups), or have one value far more often than the answers that is right less often
 * than the constant would be there (sign test).
 */
export function doubtfulArms(tables: RecordedTables): readonly DoubtfulArm[] {
  return tables.predictors.flatMap((arm) => {
    const target = tables.targets.find((each) => each.target === arm.about);
    if (target === undefined || arm.trainedOn === null) return [];
    const constantOf = constantsOf(target);
    const byProperty = Map.groupBy(target.units.keys(), (place) => target.units[place]?.[1] ?? '');
    return [...byProperty].flatMap(([property, places]): readonly DoubtfulArm[] => {
      const constant = constantOf(property);
      const part = { arm, units: target.units, property, places };
      if (constant === null) return [];
      const found = ofNeighbors(part) ?? belowConstant(part, constant) ?? filledValue(part, constant);
      return found === null ? [] : [found];
    });
  });
}

/** The predictions of one arm of one property. */
interface Part {
  readonly arm: RecordedPredictor;
  readonly units: RecordedTarget['units'];
  readonly property: string;
  /** Places of the property, in the order of the table. */
  readonly places: readonly number[];
}

/** Compares one prediction with its answer; `at`: its number among the places. Null: it does not count. */
type Comparison = (row: { readonly value: string; readonly truth: string; readonly at: number }) => number | null;

/** Returns the mean of a comparison in each group of items. */
function groupMeans({ arm, units, places }: Part, compare: Comparison): readonly number[] {
  const sums = new Map<string, number[]>();
  for (const { values } of arm.seeds)
    for (const [at, place] of places.entries()) {
      const [, , group = '', truth] = units[place] ?? [];
      const value = values[place];
      const found = value == null || truth == null ? null : compare({ value, truth, at });
      if (found !== null) sums.set(group, [...(sums.get(group) ?? []), found]);
    }
  return [...sums.values()].map((own) => mean(own) ?? 0);
}

const difference = (one: boolean, other: boolean) => Number(one) - Number(other);

/** Returns the exact one-sided p of a sign test of "not above 0". */
function signP(means: readonly number[]): number {
  const [above, below] = [means.filter((each) => each > 0).length, means.filter((each) => each < 0).length];
  return binomialTail(below, above + below, 0.5);
}

const percent = (values: readonly number[]) => `${Math.round(100 * (mean(values) ?? 0))} %`;

function ofNeighbors(part: Part): DoubtfulArm | null {
  const { arm, units, places, property } = part;
  for (const step of [-1, 1]) {
    const neighbor = (at: number) => units[places[at + step] ?? -1]?.[3] ?? null;
    const means = groupMeans(part, ({ value, truth, at }) =>
      neighbor(at) === null ? null : difference(value === neighbor(at), value === truth),
    );
    if (means.length < leastNumbers.groups || signP(means) > maxNeighbor) continue;
    const own = groupMeans(part, ({ value, truth }) => Number(value === truth));
    const other = groupMeans(part, ({ value, at }) => Number(value === neighbor(at)));
    return {
      ...{ arm, check: 'other items', rows: [], doubt: displaced },
      found: `${percent(own)} of its predictions of ${property} equal the answer to their item, and ${percent(other)} that to the item ${step < 0 ? 'before' : 'after'} it`,
    };
  }
  return null;
}

function belowConstant(part: Part, constant: string): DoubtfulArm | null {
  const means = groupMeans(part, ({ value, truth }) => difference(value === truth, truth === constant));
  const [value, variance, n] = [mean(means), sampleVariance(means), means.length];
  if (value === null || variance === null || n < leastNumbers.groups) return null;
  if (pBelow({ value, se: Math.sqrt(variance / n), df: n - 1 }) > maxBelow) return null;
  const own = groupMeans(part, ({ value, truth }) => Number(value === truth));
  const other = groupMeans(part, ({ truth }) => Number(truth === constant));
  return {
    ...{ arm: part.arm, check: 'other items', rows: [], doubt: displaced },
    found: `${percent(own)} of its predictions of ${part.property} are right, and "${oneLine(constant, 30)}" for all would be right on ${percent(other)}`,
  };
}

function filledValue(part: Part, constant: string): DoubtfulArm | null {
  const { arm, units, places, property } = part;
  const predicted = places.flatMap((place) => arm.seeds.flatMap(({ values }) => values[place] ?? []));
  const answers = places.flatMap((place) => units[place]?.[3] ?? []);
  for (const [value, { length }] of Map.groupBy(predicted, (each) => each)) {
    const [share, usual] = [length / predicted.length, shareOf(answers, value)];
    if (value === constant || length < minFilled || share < minFilledShare || share < minExcess * usual) continue;
    const means = groupMeans(part, (row) =>
      row.value === value ? difference(row.truth === constant, row.truth === value) : null,
    );
    if (signP(means) > maxBelow) continue;
    return {
      ...{ arm, check: 'filled values', doubt: filled },
      rows: rowsOf(arm, units, (own, place) => own === value && units[place]?.[1] === property),
      found: `${length} of its ${predicted.length} predictions of ${property} are "${oneLine(value, 30)}", the value of ${Math.round(100 * usual)} % of the answers, and "${oneLine(constant, 30)}" in their place would be right more often`,
    };
  }
  return null;
}

function shareOf(values: readonly string[], value: string): number {
  return values.length === 0 ? 0 : values.filter((each) => each === value).length / values.length;
}
