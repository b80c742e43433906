import type { CheckFinding } from '../results/row-check.ts';
import { pAbove, pBelow } from '../stats/jackknife.ts';
import { leastNumbers } from '../stats/least-numbers.ts';
import { mean, sampleVariance } from '../stats/moments.ts';
import { compareIds, maxShifted, neighbors, neighborText, signP } from '../stats/shifted-items.ts';
import { oneLine } from '../util/text.ts';
import { filledValue } from './filled-predictions.ts';
import { armName, rowsOf } from './recorded-arms.ts';
import { constantsOf, type RecordedPredictor, type RecordedTables, type RecordedTarget } from './recorded-tables.ts';

/** A trained arm whose predictions are hardly its own about these items, so that no word depends on it. */
interface DoubtfulArm {
  readonly arm: RecordedPredictor;
  readonly check: 'filled values' | 'other items';
  /** What was found, without the name of the arm. */
  readonly found: string;
  /** The doubt, as what follows "predictions that". */
  readonly doubt: string;
  readonly rows: CheckFinding['rows'];
}

/** Largest p (one-sided, over groups) of predictions that are right less often than shuffled ones. */
const maxShuffled = 1e-5;
/** Largest p of each of two arms that fit each other's target better, and of an arm below the constant. */
const [maxExchanged, maxBelow] = [1e-3, 1e-3];

const displaced = 'may belong to other items';

/**
 * Returns the trained arms with a property of which the predictions equal the answers of items that follow or precede (sign test
 * over groups), fit another target whose predictions fit this one, or are right less often than when shuffled (t over groups), or
 * have a value that looks filled in. An arm that knows nothing of its target is none of these.
 */
export function doubtfulArms(tables: RecordedTables): readonly DoubtfulArm[] {
  const parts = partsOf(tables);
  const exchanged = exchangedParts(parts, tables.targets);
  return parts.flatMap((part): readonly DoubtfulArm[] => {
    const found = ofShiftedItems(part) ?? exchanged.get(part) ?? belowShuffled(part) ?? filledIn(part);
    return found === null ? [] : [found];
  });
}

/** Returns trained arms that are right less often than the constant: they learned nothing, or their items are not in order. */
export function armsBelowConstant(tables: RecordedTables): readonly Pick<DoubtfulArm, 'arm' | 'found'>[] {
  return partsOf(tables).flatMap((part) => {
    const { arm, property, constant } = part;
    const below = estimateOf(groupMeans(part, ({ value, truth }) => difference(value === truth, truth === constant)));
    if (below === null || pBelow(below) > maxBelow) return [];
    const own = groupMeans(part, ({ value, truth }) => Number(value === truth));
    const other = groupMeans(part, ({ truth }) => Number(truth === constant));
    const found = `${percent(own)} of its predictions of ${property} are right, and "${oneLine(constant, 30)}" for all would be right on ${percent(other)}`;
    return [{ arm, found }];
  });
}

/** The predictions of one trained arm of one property. */
interface Part {
  readonly arm: RecordedPredictor;
  readonly units: RecordedTarget['units'];
  readonly property: string;
  /** Places of the property, in the order of the table. */
  readonly places: readonly number[];
  /** The constant answer of the target to the property. */
  readonly constant: string;
}

function partsOf({ predictors, targets }: RecordedTables): readonly Part[] {
  return predictors.flatMap((arm) => {
    const target = targets.find((each) => each.target === arm.about);
    if (target === undefined || arm.trainedOn === null) return [];
    const constantOf = constantsOf(target);
    const byProperty = Map.groupBy(target.units.keys(), (place) => target.units[place]?.[1] ?? '');
    return [...byProperty].flatMap(([property, places]) => {
      const constant = constantOf(property);
      return constant === null ? [] : [{ arm, units: target.units, property, places, constant }];
    });
  });
}

/** Compares one prediction with its answer. Null: it does not count. */
type Comparison = (row: { readonly value: string; readonly truth: string; readonly place: number }) => number | null;

/** Returns the mean of a comparison in each group of items. */
function groupMeans({ arm, units, places }: Part, compare: Comparison): readonly number[] {
  const groups = new Map<string, { sum: number; count: number }>();
  for (const { values } of arm.seeds)
    for (const place of places) {
      const [, , group = '', truth] = units[place] ?? [];
      const value = values[place];
      const found = value == null || truth == null ? null : compare({ value, truth, place });
      if (found === null) continue;
      const own = groups.get(group) ?? { sum: 0, count: 0 };
      own.sum += found;
      own.count += 1;
      groups.set(group, own);
    }
  return [...groups.values()].map(({ sum, count }) => sum / count);
}

const difference = (one: boolean, other: boolean) => Number(one) - Number(other);

/** Returns the mean over groups with its standard error; null where there are too few groups. */
function estimateOf(means: readonly number[]) {
  const [value, variance, n] = [mean(means), sampleVariance(means), means.length];
  if (value === null || variance === null || n < leastNumbers.groups) return null;
  return { value, se: Math.sqrt(variance / n), df: n - 1 };
}

const percent = (values: readonly number[]) => `${Math.round(100 * (mean(values) ?? 0))} %`;

/** Finds predictions that equal the answers of items a few places before or after, in the order of the table or of the ids. */
function ofShiftedItems(part: Part): DoubtfulArm | null {
  const { arm, units, places, property } = part;
  const byId = places.toSorted((one, other) => compareIds(units[one]?.[0] ?? '', units[other]?.[0] ?? ''));
  for (const { step, of } of neighbors([places, byId])) {
    const answers = new Map(places.map((place) => [place, units[of.get(place) ?? -1]?.[3] ?? null]));
    if (!isMoreEqual(part, answers)) continue;
    const means = groupMeans(part, ({ value, truth, place }) => {
      const other = answers.get(place) ?? null;
      return other === null ? null : difference(value === other, value === truth);
    });
    if (means.length < leastNumbers.groups || signP(means) > maxShifted) continue;
    const own = groupMeans(part, ({ value, truth }) => Number(value === truth));
    const other = groupMeans(part, ({ value, place }) => Number(value === answers.get(place)));
    return {
      ...{ arm, check: 'other items', rows: [], doubt: displaced },
      found: `${percent(own)} of its predictions of ${property} equal the answer to their item, and ${percent(other)} that to ${neighborText(step)}`,
    };
  }
  return null;
}

/** Returns whether more predictions equal such answers than their own. */
function isMoreEqual({ arm, units, places }: Part, answers: ReadonlyMap<number, string | null>): boolean {
  let more = 0;
  for (const { values } of arm.seeds)
    for (const place of places) {
      const value = values[place] ?? null;
      if (value !== null) more += difference(value === answers.get(place), value === units[place]?.[3]);
    }
  return more > 0;
}

/** Returns how often each value is predicted, as a share of the predictions. */
function predictedShares({ arm, places }: Part): (value: string) => number {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { values } of arm.seeds)
    for (const place of places) {
      const value = values[place] ?? null;
      if (value === null) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
      all += 1;
    }
  return (value) => (counts.get(value) ?? 0) / Math.max(1, all);
}

/** Finds predictions that are right less often than the same predictions shuffled among the items: values were exchanged. */
function belowShuffled(part: Part): DoubtfulArm | null {
  const shareOf = predictedShares(part);
  const below = estimateOf(groupMeans(part, ({ value, truth }) => Number(value === truth) - shareOf(truth)));
  if (below === null || pBelow(below) > maxShuffled) return null;
  const own = groupMeans(part, ({ value, truth }) => Number(value === truth));
  const shuffled = groupMeans(part, ({ truth }) => shareOf(truth));
  return {
    ...{ arm: part.arm, check: 'other items', rows: [], doubt: displaced },
    found: `${percent(own)} of its predictions of ${part.property} are right, and ${percent(shuffled)} would be if they were shuffled among the items`,
  };
}

/**
 * Finds arms about two targets whose predictions fit each other's answers better than their own. One side alone is not a fault: what an
 * arm learned of one target may fit a second one better, which follows the same rule more often.
 */
function exchangedParts(parts: readonly Part[], targets: readonly RecordedTarget[]): ReadonlyMap<Part, DoubtfulArm> {
  const models = targets.filter(({ shiftedOf }) => shiftedOf === null);
  const fits = parts.flatMap((part) =>
    models.flatMap((other) => {
      if (other.target === part.arm.about || !models.some(({ target }) => target === part.arm.about)) return [];
      const found = betterFit(part, other);
      return found === null ? [] : [{ part, to: other.target, found }];
    }),
  );
  const isMutual = ({ part: { arm, property }, to }: (typeof fits)[number]) =>
    fits.some((each) => each.to === arm.about && each.part.arm.about === to && each.part.property === property);
  const doubt = 'may be about another target';
  return new Map(
    fits
      .filter(isMutual)
      .map(({ part, found }) => [part, { arm: part.arm, check: 'other items', rows: [], found, doubt }]),
  );
}

/** Returns in words how predictions fit the answers of another target better than their own; null where they do not. */
function betterFit(part: Part, other: RecordedTarget): string | null {
  const byPlace = new Map(other.units.map(([item, property, , answer]) => [JSON.stringify([item, property]), answer]));
  const answers = part.places.map((place): [number, string | null] => {
    const [item = ''] = part.units[place] ?? [];
    return [place, byPlace.get(JSON.stringify([item, part.property])) ?? null];
  });
  const answerAt = new Map(answers);
  const shareOf = predictedShares(part);
  const better = estimateOf(
    groupMeans(part, ({ value, truth, place }) => {
      const second = answerAt.get(place) ?? null;
      return second === null ? null : difference(value === second, value === truth) - shareOf(second) + shareOf(truth);
    }),
  );
  if (better === null || pAbove(better) > maxExchanged) return null;
  const [own, second] = [
    groupMeans(part, ({ value, truth }) => Number(value === truth)),
    groupMeans(part, ({ value, place }) => Number(value === answerAt.get(place))),
  ];
  return `${percent(own)} of its predictions of ${part.property} equal the answers of ${part.arm.about}, and ${percent(second)} those of ${other.target}, whose predictions fit ${part.arm.about} better`;
}

function filledIn({ arm, units, places, property, constant }: Part): DoubtfulArm | null {
  const rows = arm.seeds.flatMap(({ values }) =>
    places.flatMap((place) => {
      const [value, truth] = [values[place] ?? null, units[place]?.[3] ?? null];
      return value === null || truth === null ? [] : [{ value, truth, item: place }];
    }),
  );
  const found = filledValue(rows, constant);
  if (found === null) return null;
  const { value, count, right } = found;
  const none = right === 0 ? 'none of them is right' : `${right} of them ${right === 1 ? 'is' : 'are'} right`;
  return {
    ...{ arm, check: 'filled values', doubt: 'look filled in' },
    rows: rowsOf(arm, units, (own, place) => own === value && units[place]?.[1] === property),
    found: `${count} of its ${rows.length} predictions of ${property} are "${oneLine(value, 30)}", and ${none}`,
  };
}

/** Returns the doubts in words, such as `bob trained on ann has predictions that look filled in`. */
export function doubtsOf(tables: RecordedTables): readonly { base: string; target: string; text: string }[] {
  return doubtfulArms(tables).map(({ arm, doubt }) => ({
    ...{ base: arm.predictor, target: arm.about },
    text: `${armName(arm)} has predictions that ${doubt}`,
  }));
}
